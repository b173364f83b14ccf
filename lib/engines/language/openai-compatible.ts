import type { ChatCompletion, ChatRequest } from '#lib/contracts/chat.ts'
import { readHead } from '#lib/engines/read-body.ts'
import type { UpstreamError } from '#lib/engines/upstream-error.ts'
import type { ExchangeResponse } from '#lib/engines/web/exchange-response.ts'
import { readHeader } from '#lib/engines/response-headers.ts'
import { OpenAiChunkDecoder } from './chunk-decoder.ts'
import { errorStatus } from '#lib/engines/error-status.ts'
import { inlineImages, type FetchImage } from './inline-images.ts'
import type { AttemptOptions } from '#lib/engines/attempt-options.ts'
import type { LanguageModel, LanguageStreamItem } from './language-model.ts'
import { normaliseCompletion } from './normalise-completion.ts'
import { openAnswer, parseAnswer, readAnswer, toRefusal, unreadable } from '#lib/engines/open-answer.ts'
import type { ModelUpstream } from '#lib/engines/model-upstream.ts'
import type { Quirks } from './quirks.ts'
import { readStream } from './read-stream.ts'
import { toChunks } from './to-chunks.ts'
import { toUpstreamBody } from './to-upstream-body.ts'

const path = '/chat/completions'

export interface OpenAiCompatibleOptions extends ModelUpstream {
  readonly quirks: Quirks
  readonly fetchImage: FetchImage
}

/** A chat model behind the wire that nearly every server speaks; `quirks` says how this one departs from it. */
export function createOpenAiCompatible(options: OpenAiCompatibleOptions): LanguageModel {
  const { providerId, modelId, quirks } = options
  return {
    providerId,
    modelId,
    generate: (request, attempt) => generate(options, request, attempt),
    stream: (request, attempt) =>
      quirks.toolsUnstreamed === true && (request.tools?.length ?? 0) > 0
        ? replay(generate(options, request, attempt))
        : stream(options, request, attempt),
  }
}

async function generate(
  upstream: OpenAiCompatibleOptions,
  request: ChatRequest,
  attempt: AttemptOptions,
): Promise<ChatCompletion> {
  const body = await toBody(upstream, request, attempt, false)
  const response = await openAnswer(upstream, path, body, attempt, 'whole')
  return readCompletion(upstream, response, await readAnswer(upstream, response, attempt))
}

async function* stream(
  upstream: OpenAiCompatibleOptions,
  request: ChatRequest,
  attempt: AttemptOptions,
): AsyncGenerator<LanguageStreamItem> {
  const body = await toBody(upstream, request, attempt, true)
  const response = await openAnswer(upstream, path, body, attempt, 'first-event')
  const type = readHeader(response.headers, 'content-type') ?? ''
  if (/json/i.test(type)) {
    // Some servers answer a streamed request at once, be it with the answer or with an error.
    yield* replay(
      readAnswer(upstream, response, attempt).then(text => readCompletion(upstream, response, text)),
    )
    return
  }
  if (/html/i.test(type)) {
    throw unreadable(upstream, await readHead(response, 2048))
  }
  const decoder = new OpenAiChunkDecoder(
    data => errorInside(upstream, response, data),
    upstream.quirks.masksLength,
  )
  yield* readStream(upstream, response, decoder, attempt)
}

async function toBody(
  upstream: OpenAiCompatibleOptions,
  request: ChatRequest,
  attempt: AttemptOptions,
  streamed: boolean,
): Promise<unknown> {
  const { quirks, modelId, fetchImage } = upstream
  const readable =
    quirks.inlineImages === true ? await inlineImages(request, fetchImage, attempt.signal) : request
  return toUpstreamBody(readable, modelId, quirks, streamed)
}

async function* replay(answer: Promise<ChatCompletion>): AsyncGenerator<LanguageStreamItem> {
  yield { kind: 'events', events: toChunks(await answer) }
}

function readCompletion(
  upstream: OpenAiCompatibleOptions,
  response: ExchangeResponse,
  text: string,
): ChatCompletion {
  const body = parseAnswer(upstream, text)
  if (body['error']) throw errorInside(upstream, response, text)
  const completion = normaliseCompletion(body, upstream.quirks.masksLength)
  if (completion === null) throw unreadable(upstream, text)
  return completion
}

/** An error inside a 200 says its status itself, or none. */
function errorInside(
  upstream: OpenAiCompatibleOptions,
  response: ExchangeResponse,
  text: string,
): UpstreamError {
  return toRefusal(upstream, { status: errorStatus(text), headers: response.headers }, text)
}
