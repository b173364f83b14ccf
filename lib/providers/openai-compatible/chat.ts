import { createHash } from 'node:crypto'
import { base62Digits } from '#lib/base62.ts'
import type { ChatCompletion, ChatRequest, ChatChunk } from '#lib/contracts/api/chat.ts'
import { readHead } from '#lib/providers/transport/read-body.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'
import { readHeader } from '#lib/providers/transport/response-headers.ts'
import { newToolCallId, normaliseDelta, OpenAiChunkDecoder, readUsage } from './decoder.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { LanguageModel, LanguageStreamItem } from './language-model.ts'
import {
  openAnswer,
  parseAnswer,
  readAnswer,
  toRefusalInside,
  unreadable,
} from '#lib/providers/transport/open-answer.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import type { Quirks } from './quirks.ts'
import { readStream } from './read-stream.ts'
import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import { isRecord, readIndex, readString } from '#lib/providers/transport/json.ts'
import { finishWithCalls, isFailedFinish, toFinishReason } from './finish-reason.ts'

const path = '/chat/completions'

export interface OpenAiCompatibleOptions extends ModelUpstream {
  readonly quirks: Quirks
}

/** A chat model on OpenAI's chat completions; `quirks` lists the differences of this server. */
export function createOpenAiCompatible(options: OpenAiCompatibleOptions): LanguageModel {
  const { providerId, modelId, quirks } = options
  return {
    providerId,
    modelId,
    translation: quirks,
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
  const body = toUpstreamBody(request, upstream.modelId, upstream.quirks, false)
  const response = await openAnswer(upstream, path, body, attempt, 'whole')
  return readCompletion(upstream, response, await readAnswer(upstream, response, attempt), body)
}

async function* stream(
  upstream: OpenAiCompatibleOptions,
  request: ChatRequest,
  attempt: AttemptOptions,
): AsyncGenerator<LanguageStreamItem> {
  const body = toUpstreamBody(request, upstream.modelId, upstream.quirks, true)
  const response = await openAnswer(upstream, path, body, attempt, 'first-event')
  const type = readHeader(response.headers, 'content-type') ?? ''
  if (/json/i.test(type)) {
    // Some servers answer a streamed request with plain JSON, an answer or an error.
    yield* replay(
      readAnswer(upstream, response, attempt).then(text => readCompletion(upstream, response, text, body)),
    )
    return
  }
  if (/html/i.test(type)) {
    throw unreadable(upstream, await readHead(response, 2048))
  }
  const decoder = new OpenAiChunkDecoder(
    data => errorInside(upstream, response, data, body),
    upstream.quirks.masksLength,
  )
  yield* readStream(upstream, response, decoder, attempt)
}

async function* replay(answer: Promise<ChatCompletion>): AsyncGenerator<LanguageStreamItem> {
  yield { kind: 'events', events: toChunks(await answer) }
}

function readCompletion(
  upstream: OpenAiCompatibleOptions,
  response: ExchangeResponse,
  text: string,
  sent: object,
): ChatCompletion {
  const answer = parseAnswer(upstream, text)
  if (answer['error']) throw errorInside(upstream, response, text, sent)
  const completion = normaliseCompletion(answer, upstream.quirks.masksLength)
  if (completion === null) throw unreadable(upstream, text)
  return completion
}

function errorInside(
  upstream: OpenAiCompatibleOptions,
  response: ExchangeResponse,
  text: string,
  sent: object,
): UpstreamError {
  return toRefusalInside(upstream, response, text, () => JSON.stringify(sent))
}

/** A complete response as the chunks of a stream, for servers that do not stream it. */
function toChunks(completion: ChatCompletion): ChatChunk[] {
  const { choices, usage, object: _object, ...head } = completion
  const chunk = (choice: ChatChunk['choices'][number]): ChatChunk => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [choice],
  })
  const chunks = choices.flatMap(({ message, finish_reason, logprobs, index }) => {
    const { tool_calls: calls, ...rest } = message
    const said = chunk({ index, delta: rest, logprobs, finish_reason: null })
    const called = calls?.map((call, position) =>
      chunk({
        index,
        delta: { tool_calls: [{ ...call, index: position }] },
        logprobs: null,
        finish_reason: null,
      }),
    )
    return [said, ...(called ?? []), chunk({ index, delta: {}, logprobs: null, finish_reason })]
  })
  return [...chunks, { ...head, object: 'chat.completion.chunk', choices: [], usage }]
}

/**
 * The request body with the server's model name and field names, without null and unsupported fields.
 * @throws ApiError `unsupported_parameter` for several choices from a server that returns one
 */
export function toUpstreamBody(
  request: ChatRequest,
  modelId: string,
  quirks: Quirks,
  stream: boolean,
): Record<string, unknown> {
  if ((request.n ?? 1) > 1 && quirks.strip?.includes('n')) throw oneChoiceOnly()
  const body: Record<string, unknown> = {}
  for (const field in request) {
    const value = request[field]
    if (value === null || value === undefined || ours.has(field) || quirks.strip?.includes(field)) continue
    body[quirks.rename?.[field] ?? field] = value
  }
  body['model'] = modelId
  body['messages'] = toUpstreamMessages(request.messages, quirks)
  const tokens = request.max_completion_tokens ?? request.max_tokens
  if (tokens !== null && tokens !== undefined) body[quirks.tokenLimit ?? 'max_tokens'] = tokens
  if (quirks.schemaInJsonObject === true && request.response_format?.type === 'json_schema') {
    body['response_format'] = { type: 'json_object', schema: request.response_format.json_schema.schema }
  }
  if (stream) {
    body['stream'] = true
    if (quirks.streamUsage !== 'never') body['stream_options'] = streamOptions(request, quirks)
  }
  return body
}

function oneChoiceOnly(): UpstreamError {
  return new UpstreamError('unsupported_parameter', 'This provider supports only n = 1.', { param: 'n' })
}

// Set above, or meant only for Sextant.
const ours: ReadonlySet<string> = new Set([
  'model',
  'models',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
])

function streamOptions(request: ChatRequest, quirks: Quirks): Record<string, unknown> {
  const continuous = quirks.streamUsage === 'continuous' ? { continuous_usage_stats: true } : {}
  return { ...request.stream_options, include_usage: true, ...continuous }
}

function toUpstreamMessages(messages: readonly ChatMessage[], quirks: Quirks): readonly unknown[] {
  return messages.map(message => (fits(message, quirks) ? message : toUpstreamMessage(message, quirks)))
}

// Most messages pass unchanged, and a long conversation is sent again every turn: avoid copies.
function fits(message: ChatMessage, quirks: Quirks): boolean {
  if (message.role === 'developer' && quirks.knowsDeveloper !== true) return false
  if (quirks.toolIds !== undefined && (message.role === 'tool' || message.role === 'assistant')) return false
  for (const field in message) {
    if (message[field] === null && field !== 'content') return false
    if (quirks.stripFromMessages?.includes(field)) return false
  }
  return true
}

function toUpstreamMessage(message: ChatMessage, quirks: Quirks): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const field in message) {
    const value = message[field]
    if ((value === null && field !== 'content') || quirks.stripFromMessages?.includes(field)) continue
    copy[field] = value
  }
  if (message.role === 'developer' && quirks.knowsDeveloper !== true) copy['role'] = 'system'
  if (quirks.toolIds === undefined) return copy
  if (message.role === 'tool') copy['tool_call_id'] = toNineAlphanumerics(message.tool_call_id)
  if (message.role === 'assistant' && message.tool_calls) {
    copy['tool_calls'] = message.tool_calls.map(call => ({ ...call, id: toNineAlphanumerics(call.id) }))
  }
  return copy
}

/** An id of nine letters and digits, the only form some servers accept; deterministic. */
export function toNineAlphanumerics(id: string): string {
  if (/^[0-9A-Za-z]{9}$/.test(id)) return id
  const bytes = createHash('sha256').update(id).digest().subarray(0, 9)
  return Array.from(bytes, byte => base62Digits[byte % 62]).join('')
}

type Choice = ChatCompletion['choices'][number]
type Message = Choice['message']
type ToolCall = NonNullable<Message['tool_calls']>[number]

const nothingCounted = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

/**
 * Puts a complete response into the contract's format, whatever the server omitted.
 * @returns the same object; null when it has no answer
 */
function normaliseCompletion(
  body: Readonly<Record<string, unknown>>,
  masksLength = false,
): ChatCompletion | null {
  const choices = body['choices']
  if (!Array.isArray(choices) || choices.length === 0 || !choices.every(isRecord)) return null
  if (choices.some(choice => isFailedFinish(readString(choice['finish_reason']) ?? ''))) return null
  return Object.assign(body, {
    id: readString(body['id']) ?? '',
    object: 'chat.completion' as const,
    created: readIndex(body['created']) ?? 0,
    model: readString(body['model']) ?? '',
    choices: choices.map((choice, position) => toChoice(choice, position, masksLength)),
    usage: readUsage(body) ?? nothingCounted,
    system_fingerprint: readString(body['system_fingerprint']) ?? '',
  })
}

function toChoice(choice: Record<string, unknown>, position: number, masksLength: boolean): Choice {
  const message = toMessage(isRecord(choice['message']) ? choice['message'] : {})
  const reason = readString(choice['finish_reason'])
  // A complete response without a finish reason ended normally.
  const finish = reason === null || reason === '' ? 'stop' : toFinishReason(reason)
  return Object.assign(choice, {
    index: readIndex(choice['index']) ?? position,
    message,
    logprobs: choice['logprobs'] ?? null,
    finish_reason: finishWithCalls(finish, message.tool_calls?.at(-1)?.function.arguments, masksLength),
  })
}

function toMessage(raw: Record<string, unknown>): Message {
  normaliseDelta(raw)
  const calls = Array.isArray(raw['tool_calls']) ? raw['tool_calls'].filter(isRecord).map(toToolCall) : []
  const content = readString(raw['content'])
  return Object.assign(raw, {
    role: 'assistant' as const,
    content: calls.length > 0 && content === '' ? null : content,
    refusal: readString(raw['refusal']),
    reasoning_content: readString(raw['reasoning_content']) ?? undefined,
    tool_calls: calls.length > 0 ? calls : undefined,
  })
}

function toToolCall(raw: Record<string, unknown>): ToolCall {
  const described = isRecord(raw['function']) ? raw['function'] : {}
  const text = described['arguments']
  return {
    ...raw,
    id: readString(raw['id']) || newToolCallId(),
    type: 'function',
    function: {
      ...described,
      name: readString(described['name']) ?? '',
      arguments: typeof text === 'string' ? text : JSON.stringify(text ?? {}),
    },
  }
}
