import type { Usage } from '#lib/contracts/api/usage.ts'
import { ApiError } from '#lib/errors.ts'
import type { NativeAnswer, NativeModel, NativeRequest, NativeStream } from '#lib/providers/native-model.ts'
import { translate } from '#lib/providers/openai-compatible/read-stream.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import { errorStatus } from '#lib/providers/transport/error-status.ts'
import { isRecord, readIndex } from '#lib/providers/transport/json.ts'
import { JsonWalker, UnreadableJson } from '#lib/providers/transport/json-walker.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import {
  openBody,
  parseAnswer,
  readAnswerBytes,
  toRefusal,
  unreadable,
} from '#lib/providers/transport/open-answer.ts'
import { readErrorBody } from '#lib/providers/transport/upstream-refusal.ts'
import { readHeader } from '#lib/providers/transport/response-headers.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'
import { readJsonRecord } from '#lib/read-json.ts'
import { type SplitEvent, EventSplitter } from './event-splitter.ts'
import { toAnthropicUsage } from './messages.ts'

const path = '/messages'
const answerBytesMax = 64 * 1024 * 1024

/** A model on the Messages API whose clients use that format too. */
export function createNativeMessages(upstream: ModelUpstream): NativeModel {
  return {
    refusesUrls: upstream.target.isPublic !== true,
    generate: (request, options) => generate(upstream, request, options),
    stream: (request, options) => new MessageStream(upstream, request, options),
    countTokens: (request, options) => countTokens(upstream, request, options),
  }
}

async function generate(
  upstream: ModelUpstream,
  request: NativeRequest,
  options: AttemptOptions,
): Promise<NativeAnswer> {
  const response = await send(upstream, path, request, options, 'whole')
  const bytes = await readAnswerBytes(upstream, response, options, answerBytesMax)
  // Parsed once, so that a truncated or foreign body never looks like an answer.
  const answer = parseAnswer(upstream, bytes.toString('utf8'))
  if (answer['type'] === 'error') {
    const text = bytes.toString('utf8')
    throw toRefusal(upstream, { headers: response.headers, status: errorStatus(text) }, text)
  }
  if (!Array.isArray(answer['content'])) throw unreadable(upstream, bytes.toString('utf8'))
  return {
    parts: withModel(bytes, ['model'], request.publicId),
    usage: readUsage(answer['usage'], null),
    requestId: readHeader(response.headers, 'request-id'),
  }
}

// Servers that copy the Messages API often lack the operation.
const notThere: ReadonlySet<string> = new Set(['404', '405', '501'])

async function countTokens(
  upstream: ModelUpstream,
  request: NativeRequest,
  options: AttemptOptions,
): Promise<number | null> {
  try {
    const response = await send(upstream, `${path}/count_tokens`, request, options, 'whole')
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
  const said = cause instanceof Error ? cause.message : ''
  if (!notThere.has(said.slice(0, 3))) return false
  const { message } = readErrorBody(said.slice(4))
  return !/\bmodel\b/i.test(message) && !message.includes(modelId)
}

function send(
  upstream: ModelUpstream,
  operation: string,
  { envelope, query, headers, maxTokens, otherModels }: NativeRequest,
  options: AttemptOptions,
  wait: 'whole' | 'first-event',
): Promise<ExchangeResponse> {
  const body = { body: envelope.forUpstream(upstream.modelId, maxTokens, otherModels), headers }
  return openBody(upstream, operation + query, body, options, wait)
}

/** A stream that is passed on event by event. */
class MessageStream implements NativeStream {
  readonly #upstream: ModelUpstream
  readonly #request: NativeRequest
  readonly #options: AttemptOptions
  #committed = false
  #stopped = false
  #writtenBytes = 0
  #heldBytes = 0
  usage: Usage | null = null
  requestId: string | null = null
  finished = false

  constructor(upstream: ModelUpstream, request: NativeRequest, options: AttemptOptions) {
    this.#upstream = upstream
    this.#request = request
    this.#options = options
  }

  get writtenTokens(): number {
    return Math.ceil(this.#writtenBytes / bytesPerToken)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const response = await send(this.#upstream, path, this.#request, this.#options, 'first-event')
    this.requestId = readHeader(response.headers, 'request-id')
    const splitter = new EventSplitter()
    let parts: Buffer[] = []
    try {
      for (;;) {
        const bytes = await response.read()
        if (bytes !== null) {
          const committed = this.#committed
          splitter.push(bytes, event => void parts.push(...this.#pass(event, response)))
          if (!this.#committed) this.#hold(bytes.length)
          if (!committed && this.#committed) response.allowSilence(this.#options.timers.idleMs)
        }
        if (this.#committed && parts.length > 0) {
          const passed = parts
          parts = []
          yield passed.length === 1 && passed[0] !== undefined ? passed[0] : Buffer.concat(passed)
        }
        if (this.finished || bytes === null) break
      }
      if (!this.finished) throw this.#endedEarly()
    } catch (error) {
      if (this.finished && !(error instanceof ApiError) && !this.#options.signal.aborted) return
      // Whole events before the error in the same read are still delivered.
      if (this.#committed && parts.length > 0) yield Buffer.concat(parts)
      throw translate(error, this.#upstream, this.#committed)
    } finally {
      if (this.finished) response.finish()
      else response.abort()
    }
  }

  /** The bytes of an event for the client. @throws UpstreamError for an error inside the stream */
  #pass({ name, data, bytes }: SplitEvent, response: ExchangeResponse): readonly Buffer[] {
    switch (name) {
      case 'message_start': {
        const message = readJsonRecord(data())?.['message']
        this.usage = readUsage(isRecord(message) ? message['usage'] : null, null)
        return withModel(bytes, ['message', 'model'], this.#request.publicId)
      }
      case 'content_block_start':
        this.#committed = true
        return [bytes]
      case 'content_block_delta':
        this.#writtenBytes += Math.max(0, bytes.length - deltaFrameBytes)
        return [bytes]
      case 'message_delta':
        this.#committed = true
        this.#stopped = true
        this.usage = readUsage(readJsonRecord(data())?.['usage'], this.usage)
        return [bytes]
      case 'message_stop':
        // Without the reason in `message_delta` an answer may be truncated.
        if (!this.#stopped) throw this.#endedEarly()
        this.finished = true
        return [bytes]
      case 'error': {
        const text = data()
        throw toRefusal(this.#upstream, { headers: response.headers, status: statusInside(text) }, text)
      }
      default:
        return [bytes]
    }
  }

  /** Events before any content wait for it. @throws UpstreamError */
  #hold(bytes: number): void {
    this.#heldBytes += bytes
    if (this.#heldBytes <= heldBytesMax) return
    throw unreadable(this.#upstream, 'The stream has over 1 MiB of events before any content.')
  }

  #endedEarly(): UpstreamError {
    if (!this.#committed) return unreadable(this.#upstream, 'The stream ended before any content.')
    const message = `The provider \`${this.#upstream.providerId}\` ended the stream mid-response.`
    return new UpstreamError('upstream_stream_interrupted', message)
  }
}

const heldBytesMax = 1024 * 1024
// Of `event: content_block_delta` and `data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":""}}`.
const deltaFrameBytes = 115
const bytesPerToken = 4

function statusInside(text: string): number {
  return readJsonRecord(text) === null ? 502 : errorStatus(text)
}

/** The counts of a message, or of the end of a stream, which may omit those of the prompt. */
function readUsage(raw: unknown, before: Usage | null): Usage | null {
  return isRecord(raw) ? toAnthropicUsage(raw, before ?? undefined) : before
}

/**
 * JSON, or an event with JSON in its data line, with another value of the member at the path; the same bytes where
 * there is none.
 */
function withModel(bytes: Buffer, memberPath: readonly string[], publicId: string): readonly Buffer[] {
  const start = bytes.indexOf('{')
  const span = start === -1 ? null : findString(bytes.subarray(start), memberPath)
  if (span === null) return [bytes]
  const [from, to] = span
  return [bytes.subarray(0, start + from), Buffer.from(JSON.stringify(publicId)), bytes.subarray(start + to)]
}

/** The offsets of a string; the bytes may continue after the JSON. */
function findString(bytes: Buffer, memberPath: readonly string[]): readonly [number, number] | null {
  const walker = new JsonWalker(bytes)
  let found: readonly [number, number] | null = null
  const enter = (depth: number): void => {
    walker.members(name => {
      const byte = walker.peek()
      const isOnPath = name === memberPath[depth]
      if (isOnPath && depth < memberPath.length - 1 && byte === 0x7b) return enter(depth + 1)
      const from = walker.at
      walker.skip()
      if (isOnPath && depth === memberPath.length - 1 && byte === 0x22) found = [from, walker.at]
    })
  }
  try {
    enter(0)
  } catch (error) {
    // In several data lines, or not JSON: the event passes as it is.
    if (!(error instanceof UnreadableJson)) throw error
  }
  return found
}
