import type { ChatChunk } from '#lib/contracts/api/chat.ts'
import { isRecord, readIndex, readString } from '#lib/providers/transport/json.ts'
import { isFailedFinish, toFinishReason } from './finish-reason.ts'
import { readUsage } from './read-usage.ts'
import { ToolCallDeltas } from './tool-call-deltas.ts'

type Choice = ChatChunk['choices'][number]

/** Turns the data of each event of a stream into chunks, and knows when the answer is whole. */
export interface ChunkDecoder {
  /**
   * Appends what the event holds.
   * @throws ApiError for an error inside the stream
   */
  decode(data: string, chunks: ChatChunk[]): void
  /** Every choice that began has a finish reason. */
  readonly finished: boolean
  /** The stream said that nothing follows. */
  readonly done: boolean
  /** Events that could not be read and were left out. */
  readonly skipped: number
}

const texts = ['content', 'reasoning_content', 'refusal'] as const

/** Reads OpenAI-style chunks as they are really sent. It runs once per token, and edits the parsed chunk in place. */
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
   * @param fail what an error inside the stream means
   * @param masksLength whether `tool_calls` may hide that the length ended the answer
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
    const chunk = parseChunk(data)
    if (chunk === null) {
      this.skipped++
      return
    }
    if (chunk['error']) throw this.#fail(data)
    if (isChunk(chunk)) {
      // Nothing follows a finish; some servers repeat the choice, empty, beside the usage.
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
    choice.finish_reason = toFinishReason(reason)
    if (choice.finish_reason === 'stop' && this.#callsOf(index).count > 0) choice.finish_reason = 'tool_calls'
    if (this.#masksLength && choice.finish_reason === 'tool_calls' && !this.#callsOf(index).whole) {
      choice.finish_reason = 'length'
    }
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

function parseChunk(data: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(data)
    return isRecord(value) ? value : null
  } catch (error) {
    // One malformed event does not end an answer.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Completes the head in place; what a server leaves out there, it leaves out in every chunk. */
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

/** Nulls that mean nothing, reasoning under its other name, and content in parts. Works in place. */
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

// Reasoning models of some servers answer in parts: `{type: 'thinking', thinking: [{text}]}` and `{type: 'text', text}`.
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
