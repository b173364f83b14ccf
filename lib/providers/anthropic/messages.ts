import type { ChatCompletion, ChatRequest, ChatChunk } from '#lib/contracts/api/chat.ts'
import { isRecord, isTooDeep, readString, readNumber } from '#lib/providers/transport/json.ts'
import { toFinishReason } from '#lib/providers/openai-compatible/finish-reason.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { LanguageModel, LanguageStreamItem } from '#lib/providers/openai-compatible/language-model.ts'
import {
  openAnswer,
  parseAnswer,
  readAnswer,
  toRefusalInside,
  unreadable,
} from '#lib/providers/transport/open-answer.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import { readStream } from '#lib/providers/openai-compatible/read-stream.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import type { ChatMessage, ContentPart } from '#lib/contracts/api/chat-message.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ChunkDecoder } from '#lib/providers/openai-compatible/decoder.ts'
import { readJson, readJsonRecord } from '#lib/read-json.ts'
import { isSurcharged, surchargedMembers } from './surcharged-members.ts'

const path = '/messages'

/** A chat model on Anthropic's own Messages API; its OpenAI compatibility layer ignores many parameters. */
export function createAnthropic(upstream: ModelUpstream): LanguageModel {
  return {
    providerId: upstream.providerId,
    modelId: upstream.modelId,
    apiFormat: 'messages',
    generate: (request, attempt) => generate(upstream, request, attempt),
    stream: (request, attempt) => stream(upstream, request, attempt),
  }
}

async function generate(
  upstream: ModelUpstream,
  request: ChatRequest,
  attempt: AttemptOptions,
): Promise<ChatCompletion> {
  const body = toAnthropicBody(request, upstream.modelId, false)
  const response = await openAnswer(upstream, path, body, attempt, 'whole')
  const text = await readAnswer(upstream, response, attempt)
  const answer = parseAnswer(upstream, text)
  if (answer['type'] === 'error') throw toRefusalInside(upstream, response, text, () => JSON.stringify(body))
  return toCompletion(upstream, answer)
}

async function* stream(
  upstream: ModelUpstream,
  request: ChatRequest,
  attempt: AttemptOptions,
): AsyncGenerator<LanguageStreamItem> {
  const body = toAnthropicBody(request, upstream.modelId, true)
  const response = await openAnswer(upstream, path, body, attempt, 'first-event')
  const decoder = new AnthropicDecoder(data =>
    toRefusalInside(upstream, response, data, () => JSON.stringify(body)),
  )
  yield* readStream(upstream, response, decoder, attempt)
}

function toCompletion(upstream: ModelUpstream, answer: Record<string, unknown>): ChatCompletion {
  if (!Array.isArray(answer['content'])) throw unreadable(upstream, JSON.stringify(answer))
  const blocks = answer['content'].filter(isRecord)
  const joined = (type: string, field: string) =>
    blocks.flatMap(block => (block['type'] === type ? [readString(block[field]) ?? ''] : [])).join('')
  const calls = blocks.flatMap(block =>
    block['type'] === 'tool_use'
      ? [
          {
            id: readString(block['id']) ?? '',
            type: 'function' as const,
            function: {
              name: readString(block['name']) ?? '',
              arguments: JSON.stringify(block['input'] ?? {}),
            },
          },
        ]
      : [],
  )
  const text = joined('text', 'text')
  const thinking = joined('thinking', 'thinking')
  return {
    id: readString(answer['id']) ?? '',
    object: 'chat.completion',
    created: 0,
    model: readString(answer['model']) ?? '',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && calls.length > 0 ? null : text,
          refusal: null,
          ...(thinking !== '' && { reasoning_content: thinking }),
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        logprobs: null,
        finish_reason: toFinishReason(readString(answer['stop_reason']) ?? 'end_turn'),
      },
    ],
    usage: toAnthropicUsage(answer['usage']),
    system_fingerprint: '',
  }
}

const maxTokensDefault = 4096
// The server rejects unknown fields; these are its own and pass through.
const passed = ['top_p', 'top_k', 'thinking', 'service_tier', 'output_config', 'cache_control'] as const

/** A chat request in the format of the Messages API. @throws ApiError `unsupported_parameter` */
function toAnthropicBody(request: ChatRequest, modelId: string, stream: boolean): Record<string, unknown> {
  if ((request.n ?? 1) > 1) throw unsupported('n', 'This provider supports only n = 1.')
  const { system, messages } = toAnthropicMessages(request.messages)
  const { temperature, stop, user } = request
  const body: Record<string, unknown> = {
    model: modelId,
    max_tokens: request.max_completion_tokens ?? request.max_tokens ?? maxTokensDefault,
    messages,
    stream,
  }
  for (const field of passed) {
    if (request[field] !== undefined && request[field] !== null) body[field] = request[field]
  }
  if (isCacheWorthwhile(request)) body['cache_control'] = { type: 'ephemeral' }
  if (system !== '') body['system'] = system
  // Its range is 0 to 1, ours 0 to 2.
  if (typeof temperature === 'number') body['temperature'] = Math.min(temperature, 1)
  if (stop !== null && stop !== undefined) body['stop_sequences'] = typeof stop === 'string' ? [stop] : stop
  if (typeof user === 'string') body['metadata'] = { user_id: user }
  const format = toFormat(request)
  if (format !== null) body['output_config'] = { ...asRecord(body['output_config']), format }
  return { ...body, ...toTools(request) }
}

/**
 * Without a hint Anthropic caches nothing, and a conversation pays the full price of its history at every turn. A
 * single question would only pay for writing the cache.
 */
function isCacheWorthwhile(request: ChatRequest): boolean {
  if (request['cache_control'] !== undefined && request['cache_control'] !== null) return false
  const isNamed = typeof request['prompt_cache_key'] === 'string' || typeof request['session_id'] === 'string'
  return isNamed || request.messages.some(({ role }) => role === 'assistant')
}

function toFormat({ response_format: format }: ChatRequest): unknown {
  switch (format?.type) {
    case undefined:
    case 'text':
      return null
    case 'json_schema':
      return { type: 'json_schema', schema: format.json_schema.schema ?? { type: 'object' } }
    case 'json_object':
      throw unsupported(
        'response_format',
        'This provider requires a schema. Use response_format json_schema.',
      )
  }
}

function toTools(request: ChatRequest): Record<string, unknown> {
  if (!request.tools || request.tools.length === 0) return {}
  const choice = request.tool_choice
  const allowed =
    typeof choice === 'object' && choice?.type === 'allowed_tools'
      ? new Set(choice.allowed_tools.tools.map(tool => asRecord(tool['function'])['name'] ?? tool['name']))
      : null
  const tools = request.tools
    .filter(tool => allowed === null || allowed.has(tool.function.name))
    .map(({ function: { name, description, parameters } }) => ({
      name,
      ...(description && { description }),
      input_schema: parameters ?? { type: 'object', properties: {} },
    }))
  const chosen = toToolChoice(choice)
  const single = request.parallel_tool_calls === false && chosen['type'] !== 'none'
  return { tools, tool_choice: { ...chosen, ...(single && { disable_parallel_tool_use: true }) } }
}

function toToolChoice(choice: ChatRequest['tool_choice']): Record<string, unknown> {
  if (choice === 'none') return { type: 'none' }
  if (choice === 'required') return { type: 'any' }
  if (choice === 'auto' || choice === null || choice === undefined) return { type: 'auto' }
  if (choice.type === 'function') return { type: 'tool', name: choice.function.name }
  return { type: choice.allowed_tools.mode === 'required' ? 'any' : 'auto' }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function unsupported(param: string, message: string): UpstreamError {
  return new UpstreamError('unsupported_parameter', message, { param })
}

type Block = Readonly<Record<string, unknown>>
interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: Block[]
}

/**
 * A conversation in the format of the Messages API: system prompt separate, alternating turns, every tool
 * result in the user turn after its call. Reasoning is omitted because it may only be returned with its
 * signature.
 */
function toAnthropicMessages(messages: readonly ChatMessage[]): { system: string; messages: Turn[] } {
  const turns: Turn[] = []
  const add = (role: Turn['role'], content: readonly Block[]): void => {
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content: [...content] })
  }
  const system: string[] = []
  for (const message of messages) {
    switch (message.role) {
      case 'system':
      case 'developer':
        system.push(textOf(message.content))
        break
      case 'user':
        add(
          'user',
          typeof message.content === 'string' ? toText(message.content) : message.content.flatMap(toBlocks),
        )
        break
      case 'assistant':
        add('assistant', [...toText(textOf(message.content)), ...(message.tool_calls ?? []).map(toToolUse)])
        break
      case 'tool':
        add('user', [
          { type: 'tool_result', tool_use_id: message.tool_call_id, content: textOf(message.content) },
        ])
        break
      case 'function':
        add('user', toText(`${message.name}: ${message.content ?? ''}`))
        break
    }
  }
  return { system: system.join('\n\n'), messages: turns.filter(turn => turn.content.length > 0) }
}

function textOf(content: string | readonly { readonly type: string }[] | null | undefined): string {
  if (typeof content === 'string') return content
  return (content ?? [])
    .map(part => ('text' in part && typeof part.text === 'string' ? part.text : ''))
    .join('')
}

// Empty text blocks are rejected.
function toText(text: string): Block[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

function toBlocks(part: ContentPart): Block[] {
  switch (part.type) {
    case 'text':
      return toText(part.text)
    case 'image_url':
      return [{ type: 'image', source: toSource(part.image_url.url) }]
  }
}

function toSource(url: string): Block {
  const match = /^data:([\w/+.-]+);base64,/i.exec(url)
  if (match === null) return { type: 'url', url }
  return { type: 'base64', media_type: match[1]?.toLowerCase(), data: url.slice(match[0].length) }
}

function toToolUse(call: { id: string; function: { name: string; arguments: string } }): Block {
  return { type: 'tool_use', id: call.id, name: call.function.name, input: toInput(call.function.arguments) }
}

function toInput(text: string): unknown {
  const input = readJson(text === '' ? '{}' : text)
  // The model wrote the invalid JSON itself and needs to see it.
  return input === undefined || isTooDeep(input, text) ? { invalid_json: text } : input
}

type Delta = ChatChunk['choices'][number]['delta']
interface OpenCall {
  readonly index: number
  written: boolean
}

/** Converts the events of a Messages stream to chunks. */
class AnthropicDecoder implements ChunkDecoder {
  readonly #fail: (body: string) => Error
  /** Tool calls by the index of their content block. */
  readonly #calls = new Map<number, OpenCall>()
  #head: Head = { id: '', object: 'chat.completion.chunk', created: 0, model: '', system_fingerprint: '' }
  #usage: Usage | undefined
  finished = false
  done = false
  skipped = 0

  constructor(fail: (body: string) => Error) {
    this.#fail = fail
  }

  decode(data: string, chunks: ChatChunk[]): void {
    const event = readJsonRecord(data)
    if (event === null || isTooDeep(event, data)) {
      this.skipped++
      return
    }
    const block = readNumber(event['index']) ?? 0
    switch (event['type']) {
      case 'message_start':
        return this.#start(event['message'], chunks)
      case 'content_block_start':
        return this.#push(this.#open(block, event['content_block']), chunks)
      case 'content_block_delta':
        return this.#push(this.#continue(block, event['delta']), chunks)
      case 'content_block_stop':
        return this.#push(this.#close(block), chunks)
      case 'message_delta':
        return this.#end(event, chunks)
      case 'message_stop':
        this.done = true
        return
      case 'error':
        throw this.#fail(data)
      default:
        // `ping` and future event types.
        return
    }
  }

  #start(message: unknown, chunks: ChatChunk[]): void {
    const { id, model, usage } = isRecord(message) ? message : {}
    this.#head = { ...this.#head, id: readString(id) ?? '', model: readString(model) ?? '' }
    this.#usage = toAnthropicUsage(usage)
    this.#push({ role: 'assistant', content: '' }, chunks)
  }

  #open(block: number, content: unknown): Delta | null {
    if (!isRecord(content)) return null
    if (content['type'] !== 'tool_use') return toDelta(content['text'], content['thinking'])
    const index = this.#calls.size
    this.#calls.set(block, { index, written: false })
    const id = readString(content['id']) ?? ''
    const name = readString(content['name']) ?? ''
    return { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }
  }

  #continue(block: number, delta: unknown): Delta | null {
    if (!isRecord(delta)) return null
    const call = this.#calls.get(block)
    const json = readString(delta['partial_json'])
    if (call === undefined || json === null) return toDelta(delta['text'], delta['thinking'])
    if (json === '') return null
    call.written = true
    return { tool_calls: [{ index: call.index, function: { arguments: json } }] }
  }

  /** A call without parameters has no JSON deltas, but its arguments must parse. */
  #close(block: number): Delta | null {
    const call = this.#calls.get(block)
    if (call === undefined || call.written) return null
    return { tool_calls: [{ index: call.index, function: { arguments: '{}' } }] }
  }

  #end(event: Record<string, unknown>, chunks: ChatChunk[]): void {
    this.#usage = toAnthropicUsage(event['usage'], this.#usage)
    const reason = isRecord(event['delta']) ? readString(event['delta']['stop_reason']) : null
    if (reason !== null && !this.finished) {
      this.finished = true
      const finish_reason = toFinishReason(reason)
      chunks.push({ ...this.#head, choices: [{ index: 0, delta: {}, logprobs: null, finish_reason }] })
    }
    chunks.push({ ...this.#head, choices: [], usage: this.#usage })
  }

  #push(delta: Delta | null, chunks: ChatChunk[]): void {
    if (delta === null) return
    chunks.push({ ...this.#head, choices: [{ index: 0, delta, logprobs: null, finish_reason: null }] })
  }
}

type Head = Pick<ChatChunk, 'id' | 'object' | 'created' | 'model' | 'system_fingerprint'>

function toDelta(text: unknown, thinking: unknown): Delta | null {
  if (typeof text === 'string' && text !== '') return { content: text }
  return typeof thinking === 'string' && thinking !== '' ? { reasoning_content: thinking } : null
}

/**
 * Token counts of the Messages API, whose `input_tokens` do not include cache reads and writes.
 * @param before the counts of an earlier event
 */
export function toAnthropicUsage(raw: unknown, before?: Usage): Usage {
  const usage = isRecord(raw) ? withIterations(raw) : {}
  const details = before?.prompt_tokens_details
  const cached = readCount(usage['cache_read_input_tokens']) ?? details?.cached_tokens ?? 0
  const written = readCount(usage['cache_creation_input_tokens']) ?? details?.cache_write_tokens ?? 0
  const kept = isRecord(usage['cache_creation']) ? usage['cache_creation'] : {}
  const long = readCount(kept['ephemeral_1h_input_tokens']) ?? details?.cache_write_long_tokens ?? 0
  const spent = isRecord(usage['output_tokens_details']) ? usage['output_tokens_details'] : {}
  const reasoning =
    readCount(spent['thinking_tokens']) ?? before?.completion_tokens_details?.reasoning_tokens ?? 0
  const input = readCount(usage['input_tokens'])
  // The last event of a stream may repeat or omit the input counts.
  const prompt = input === null ? (before?.prompt_tokens ?? 0) : input + cached + written
  const completion = readCount(usage['output_tokens']) ?? before?.completion_tokens ?? 0
  const tools = usage['server_tool_use'] ?? before?.['server_tool_use']
  const tier = readString(usage['service_tier']) ?? before?.['service_tier']
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: cached,
      cache_write_tokens: written,
      ...(long > 0 && { cache_write_long_tokens: long }),
    },
    ...(reasoning > 0 && { completion_tokens_details: { reasoning_tokens: reasoning } }),
    ...(isRecord(tools) && { server_tool_use: tools }),
    ...(typeof tier === 'string' && tier !== 'standard' && { service_tier: tier }),
    ...readSurcharges(usage, before),
  }
}

/** Members that change the rates, where their values do. */
function readSurcharges(usage: Record<string, unknown>, before?: Usage): Record<string, string> {
  const read: Record<string, string> = {}
  for (const name of surchargedMembers) {
    const value = readString(usage[name]) ?? before?.[name]
    if (typeof value === 'string' && isSurcharged(name, value)) read[name] = value
  }
  return read
}

/** With several iterations, the counts of the message omit compaction and other models, which are billed too. */
function withIterations(usage: Record<string, unknown>): Record<string, unknown> {
  const given = usage['iterations']
  const iterations = Array.isArray(given) ? given.filter(isRecord) : []
  if (iterations.length === 0) return usage
  const total = (field: string) => Math.max(readCount(usage[field]) ?? 0, sumOf(iterations, field))
  const long = iterations.flatMap(({ cache_creation: kept }) => (isRecord(kept) ? [kept] : []))
  return {
    ...usage,
    input_tokens: total('input_tokens'),
    output_tokens: total('output_tokens'),
    cache_read_input_tokens: total('cache_read_input_tokens'),
    cache_creation_input_tokens: total('cache_creation_input_tokens'),
    ...(long.length > 0 && {
      cache_creation: { ephemeral_1h_input_tokens: sumOf(long, 'ephemeral_1h_input_tokens') },
    }),
  }
}

function sumOf(records: readonly Record<string, unknown>[], field: string): number {
  return records.reduce((sum, record) => sum + (readCount(record[field]) ?? 0), 0)
}

// A negative count would lower what others have used.
function readCount(value: unknown): number | null {
  const count = readNumber(value)
  return count === null ? null : Math.max(0, Math.round(count))
}
