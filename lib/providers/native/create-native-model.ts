import type { Usage } from '#lib/contracts/api/usage.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import { readIndex } from '#lib/providers/transport/json.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import {
  openBody,
  parseAnswer,
  readAnswerBytes,
  toRefusalInside,
  unreadable,
} from '#lib/providers/transport/open-answer.ts'
import { readErrorBody, RefusedAnswer } from '#lib/providers/transport/upstream-refusal.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'
import { withString } from './edit-answer.ts'
import { ForwardedStream, type NativeEventReader, requestIdOf, turnStateOf } from './forwarded-stream.ts'
import type { NativeAnswer, NativeModel, NativeRequest } from './native-model.ts'

/** How to send requests of an API format, and how to recognize its answers. */
export interface NativeFormat {
  readonly path: string
  readonly countPath: string
  /** Whether a body with the status 200 reports an error. */
  isError(body: Readonly<Record<string, unknown>>): boolean
  isAnswer(body: Readonly<Record<string, unknown>>): boolean
  /** Whether an answer ended at the limit of its tokens. */
  isCut(body: Readonly<Record<string, unknown>>): boolean
  usageOf(body: Readonly<Record<string, unknown>>): Usage | null
  /** The member with all that the model wrote. */
  readonly written: string
  createReader(publicId: string): NativeEventReader
}

const answerBytesMax = 64 * 1024 * 1024

/** A model whose clients use the API format of its provider. */
export function createNativeModel(upstream: ModelUpstream, format: NativeFormat): NativeModel {
  return {
    refusesUrls: upstream.target.isPublic !== true,
    generate: (request, options) => generate(upstream, format, request, options),
    stream: (request, options) =>
      new ForwardedStream(
        upstream,
        () => send(upstream, format.path, request, options, 'first-event'),
        format.createReader(request.publicId),
        options,
        request.envelope.bytes,
      ),
    countTokens: (request, options) => countTokens(upstream, format.countPath, request, options),
  }
}

async function generate(
  upstream: ModelUpstream,
  format: NativeFormat,
  request: NativeRequest,
  options: AttemptOptions,
): Promise<NativeAnswer> {
  const response = await send(upstream, format.path, request, options, 'whole')
  const bytes = await readAnswerBytes(upstream, response, options, answerBytesMax)
  // Parsed once, so that a truncated or foreign body never looks like an answer.
  const answer = parseAnswer(upstream, bytes.toString('utf8'))
  if (format.isError(answer)) {
    throw toRefusalInside(upstream, response, bytes.toString('utf8'), () => request.envelope.bytes)
  }
  if (!format.isAnswer(answer)) throw unreadable(upstream, bytes.toString('utf8'))
  return {
    parts: withString(bytes, ['model'], request.publicId),
    usage: format.usageOf(answer),
    isCut: format.isCut(answer),
    writtenBytes: () => sizeOf(answer[format.written]),
    requestId: requestIdOf(upstream, response),
    turnState: turnStateOf(upstream, response),
  }
}

function sizeOf(written: unknown): number {
  return Array.isArray(written) && written.length > 0 ? Buffer.byteLength(JSON.stringify(written)) : 0
}

// Servers that copy the API of a vendor often lack the operation.
const missingStatuses: ReadonlySet<number> = new Set([404, 405, 501])

async function countTokens(
  upstream: ModelUpstream,
  path: string,
  request: NativeRequest,
  options: AttemptOptions,
): Promise<number | null> {
  try {
    const response = await send(upstream, path, request, options, 'whole')
    const bytes = await readAnswerBytes(upstream, response, options, answerBytesMax)
    const tokens = readIndex(parseAnswer(upstream, bytes.toString('utf8'))['input_tokens'])
    if (tokens === null) throw unreadable(upstream, bytes.toString('utf8'))
    return tokens
  } catch (error) {
    if (error instanceof UpstreamError && isOperationMissing(error, upstream.modelId)) return null
    throw error
  }
}

/** A 404 may also be about the model. */
function isOperationMissing({ cause }: UpstreamError, modelId: string): boolean {
  if (!(cause instanceof RefusedAnswer) || !missingStatuses.has(cause.status)) return false
  const { message } = readErrorBody(cause.text)
  return !/\bmodel\b/i.test(message) && !message.includes(modelId)
}

function send(
  upstream: ModelUpstream,
  operation: string,
  { envelope, query, headers, set, otherModels }: NativeRequest,
  options: AttemptOptions,
  wait: 'whole' | 'first-event',
): Promise<ExchangeResponse> {
  const body = { body: envelope.forUpstream(upstream.modelId, set, otherModels), headers }
  return openBody(upstream, operation + query, body, options, wait)
}
