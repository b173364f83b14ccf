import type { ChatChunk } from '#lib/contracts/chat.ts'
import type { Usage } from '#lib/contracts/usage.ts'
import { isRecord, readNumber, readString } from '#lib/engines/json.ts'
import { toAnthropicUsage } from './anthropic-usage.ts'
import type { ChunkDecoder } from './chunk-decoder.ts'
import { toFinishReason } from './finish-reason.ts'

type Delta = ChatChunk['choices'][number]['delta']
interface OpenCall {
  readonly index: number
  written: boolean
}

/** Turns the events of a Messages stream into chunks. */
export class AnthropicDecoder implements ChunkDecoder {
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
    const event = parse(data)
    if (event === null) {
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
        // `ping`, and kinds of events still to come.
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

  /** A call without parameters has no pieces of JSON, but its arguments must parse. */
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

function parse(data: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(data)
    return isRecord(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
