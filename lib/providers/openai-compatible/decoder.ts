import { randomBase62 } from '#lib/base62.ts'
import type { ChatChunk } from '#lib/contracts/api/chat.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { isRecord, isTooDeep, readIndex, readNumber, readString } from '#lib/providers/transport/json.ts'
import { readReportedCost } from '#lib/providers/transport/reported-cost.ts'
import { finishWithCalls, isFailedFinish, isWholeJson, toFinishReason } from './finish-reason.ts'
import { readJsonRecord } from '#lib/read-json.ts'

type Choice = ChatChunk['choices'][number]
type ToolCallDelta = NonNullable<Choice['delta']['tool_calls']>[number]

/** Converts the data of each stream event to chunks, and detects the end of the response. */
export interface ChunkDecoder {
  /**
   * Appends the chunks of the event.
   * @throws ApiError for an error inside the stream
   */
  decode(data: string, chunks: ChatChunk[]): void
  /** Every choice that began has a finish reason. */
  readonly finished: boolean
  /** The stream sent its end marker. */
  readonly done: boolean
  /** Unreadable events that were skipped. */
  readonly skipped: number
}

const texts = ['content', 'reasoning_content', 'refusal'] as const

/** Normalizes the chunks of OpenAI-compatible servers. It runs once per token and edits the parsed chunk in place. */
export class OpenAiChunkDecoder implements ChunkDecoder {
  readonly #fail: (body: string) => Error
  readonly #masksLength: boolean
  readonly #calls = new Map<number, ToolCallDeltas>()
  readonly #open = new Map<number, boolean>()
  #unfinished = 0
  #finishes = 0
  done = false
  skipped = 0

  /**
   * @param fail creates the error for an error inside the stream
   * @param masksLength whether `tool_calls` may hide the finish reason `length`
   */
  constructor(fail: (body: string) => Error, masksLength = false) {
    this.#fail = fail
    this.#masksLength = masksLength
  }

  get finished(): boolean {
    return this.#open.size > 0 && this.#unfinished === 0
  }

  decode(data: string, chunks: ChatChunk[]): void {
    if (data === '[DONE]') {
      this.done = true
      return
    }
    // One malformed event does not end a stream.
    const chunk = readJsonRecord(data)
    if (chunk === null || isTooDeep(chunk, data)) {
      this.skipped++
      return
    }
    if (chunk['error']) throw this.#fail(data)
    if (isChunk(chunk)) {
      // A finished choice is dropped: some servers repeat it, empty, next to the usage.
      if (this.#finishes > 0)
        chunk.choices = chunk.choices.filter(choice => this.#open.get(choice.index) !== false)
      for (const [position, choice] of chunk.choices.entries()) this.#normalise(choice, position, data)
      const usage = chunk.usage === null ? null : readUsage(chunk)
      if (usage !== null || chunk.usage !== undefined) chunk.usage = usage
      if (usage !== null || chunk.choices.length > 0) chunks.push(chunk)
      return
    }
    const usage = readUsage(chunk)
    if (usage === null) this.skipped++
    else chunks.push({ ...chunk, ...emptyHead, choices: [], usage })
  }

  #normalise(choice: Choice, position: number, data: string): void {
    choice.index = readIndex(choice.index) ?? position
    if (!isRecord(choice.delta)) choice.delta = {}
    const { delta, index } = choice
    const reason = readString(choice.finish_reason) || null
    if (!this.#open.has(index)) {
      this.#open.set(index, true)
      this.#unfinished++
    }
    normaliseDelta(delta)
    if (Array.isArray(delta.tool_calls)) delta.tool_calls = this.#callsOf(index).read(delta.tool_calls)
    else if (delta.tool_calls !== undefined) delete delta.tool_calls
    if (reason === null) {
      choice.finish_reason = null
      return
    }
    if (isFailedFinish(reason)) throw this.#fail(data)
    choice.finish_reason = finishWithCalls(
      toFinishReason(reason),
      this.#callsOf(index).lastArguments,
      this.#masksLength,
    )
    this.#unfinished--
    this.#finishes++
    this.#open.set(index, false)
  }

  #callsOf(index: number): ToolCallDeltas {
    const known = this.#calls.get(index)
    if (known !== undefined) return known
    const calls = new ToolCallDeltas()
    this.#calls.set(index, calls)
    return calls
  }
}

const emptyHead = {
  id: '',
  object: 'chat.completion.chunk',
  created: 0,
  model: '',
  system_fingerprint: '',
} as const

/** Adds missing head fields in place. */
function isChunk(chunk: Record<string, unknown>): chunk is ChatChunk {
  const choices = chunk['choices']
  if (!Array.isArray(choices) || !choices.every(isRecord)) return false
  chunk['object'] = 'chat.completion.chunk'
  if (typeof chunk['id'] !== 'string') chunk['id'] = ''
  if (readIndex(chunk['created']) === null) chunk['created'] = 0
  if (typeof chunk['model'] !== 'string') chunk['model'] = ''
  if (typeof chunk['system_fingerprint'] !== 'string') chunk['system_fingerprint'] = ''
  return true
}

/** Removes meaningless nulls, renames `reasoning` and joins content parts, in place. */
export function normaliseDelta(delta: Record<string, unknown>): void {
  if (delta['role'] !== undefined) {
    if (delta['role'] === null || delta['role'] === '') delete delta['role']
    else delta['role'] = 'assistant'
  }
  if (delta['reasoning'] !== undefined) {
    const reasoning = delta['reasoning']
    delete delta['reasoning']
    if (typeof reasoning === 'string') delta['reasoning_content'] ??= reasoning
  }
  if (typeof delta['content'] === 'object' && delta['content'] !== null) readParts(delta, delta['content'])
  for (const field of texts) {
    if (delta[field] !== undefined && delta[field] !== null && typeof delta[field] !== 'string')
      delete delta[field]
  }
}

// Reasoning models of some servers return parts: `{type: 'thinking', thinking: [{text}]}` and `{type: 'text',
// text}`.
function readParts(delta: Record<string, unknown>, content: object): void {
  const parts = (Array.isArray(content) ? content : [content]).filter(isRecord)
  const thought = parts.filter(part => part['type'] === 'thinking').flatMap(part => textsOf(part['thinking']))
  delta['content'] = parts
    .flatMap(part => (part['type'] === 'thinking' ? [] : textsOf(part['text'])))
    .join('')
  if (thought.length > 0) delta['reasoning_content'] = thought.join('')
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter(isRecord).flatMap(part => textsOf(part['text'])) : []
}

interface OpenCall {
  readonly id: string
  readonly upstreamId: string | null
  readonly name: string
  text: string
}

/**
 * Gives the tool calls of one choice the indexes and ids that clients rely on: an index never changes its id
 * or name, every call has both, and arguments are text. Servers omit the index, use 0 for all, repeat or
 * change the id in each fragment, send no id, or send an object.
 */
export class ToolCallDeltas {
  readonly #calls: OpenCall[] = []
  /** Upstream index → index of the contract. */
  readonly #indexes = new Map<number, number>()

  /** Arguments of the last call, as far as received; undefined: there is no call. */
  get lastArguments(): string | undefined {
    return this.#calls.at(-1)?.text
  }

  read(raw: readonly unknown[]): ToolCallDelta[] {
    return raw.filter(isRecord).map(fragment => this.#readFragment(fragment))
  }

  #readFragment(fragment: Record<string, unknown>): ToolCallDelta {
    const { index: rawIndex, id: rawId, type: _type, function: rawFunction, ...unknown } = fragment
    const described = isRecord(rawFunction) ? rawFunction : {}
    const name = readString(described['name'])
    const id = readString(rawId) || null
    const known = this.#find(readNumber(rawIndex), id, name)
    const text = toText(described['arguments'])
    const open = known === null ? undefined : this.#calls[known]
    if (known !== null && open !== undefined) {
      open.text += text
      return { ...unknown, index: known, function: { arguments: text } }
    }
    const index = this.#calls.length
    const call = { id: id ?? newToolCallId(), upstreamId: id, name: name ?? '', text }
    this.#calls.push(call)
    this.#indexes.set(readNumber(rawIndex) ?? index, index)
    return {
      ...unknown,
      index,
      id: call.id,
      type: 'function',
      function: { ...described, name: call.name, arguments: text },
    }
  }

  /** Our index of the call that a fragment continues; null when it starts one. */
  #find(upstreamIndex: number | null, id: string | null, name: string | null): number | null {
    const at = upstreamIndex === null ? this.#calls.length - 1 : this.#indexes.get(upstreamIndex)
    const open = at === undefined ? undefined : this.#calls[at]
    if (at === undefined || open === undefined) return null
    // Without an id, a name starts another call, unless it repeats that of an unfinished one.
    if (id === null) return name && (name !== open.name || isWholeJson(open.text)) ? null : at
    if (id === open.upstreamId) return at
    const earlier = this.#calls.findIndex(call => call.upstreamId === id)
    if (earlier !== -1) return earlier
    // A new id with a name is the next call; without a name the server only numbers its fragments.
    return name ? null : at
  }
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

/** An id for a call without one. */
export function newToolCallId(): string {
  return `call_${randomBase62(24)}`
}

/** The token counts and cost of a chunk or completion, wherever the server put them; null: none. */
export function readUsage(body: Readonly<Record<string, unknown>>): Usage | null {
  const direct = body['usage']
  const groq = body['x_groq']
  if (isRecord(direct)) return withTier(toUsage(direct), body)
  return isRecord(groq) && isRecord(groq['usage']) ? withTier(toUsage(groq['usage']), body) : null
}

/** The service tier decides the rates; it stands beside the usage. */
export function withTier(
  usage: Usage | null,
  { service_tier: tier }: Readonly<Record<string, unknown>>,
): Usage | null {
  if (usage !== null && typeof tier === 'string' && pricedTiers.has(tier)) usage['service_tier'] = tier
  return usage
}

const pricedTiers: ReadonlySet<string> = new Set(['flex', 'priority', 'batch', 'fast'])

function toUsage(raw: Record<string, unknown>): Usage | null {
  const prompt = readIndex(raw['prompt_tokens']) ?? readIndex(raw['input_tokens'])
  const completion = readIndex(raw['completion_tokens']) ?? readIndex(raw['output_tokens'])
  const cost = readReportedCost(raw)
  if (prompt === null && completion === null && cost === null) return null
  const usage: Usage = {
    ...raw,
    prompt_tokens: prompt ?? 0,
    completion_tokens: completion ?? 0,
    total_tokens: readIndex(raw['total_tokens']) ?? (prompt ?? 0) + (completion ?? 0),
  }
  for (const field of details) {
    const numbers = numbersOf(raw[field])
    if (numbers === undefined) delete usage[field]
    else usage[field] = numbers
  }
  if (cost === null) delete usage.cost
  else usage.cost = cost
  return usage
}

const details = ['prompt_tokens_details', 'completion_tokens_details'] as const

// Some servers send null for counts they lack.
function numbersOf(details: unknown): Record<string, number> | undefined {
  if (!isRecord(details)) return undefined
  return Object.fromEntries(
    Object.entries(details).filter((entry): entry is [string, number] => readIndex(entry[1]) !== null),
  )
}
