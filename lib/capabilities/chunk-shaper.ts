import type { ChatChunk } from '#lib/contracts/chat.ts'
import type { Usage } from '#lib/contracts/usage.ts'
import type { ChatHead } from './chat-head.ts'

type Choice = ChatChunk['choices'][number]
type RawUsage = Partial<Usage>

/**
 * Gives the chunks of one answer their promised order: a role chunk per choice, deltas, a bare finish. Works on the
 * chunks themselves where they already fit, because this runs once per token.
 */
export class ChunkShaper {
  readonly head: ChatHead
  readonly #includeUsage: boolean
  readonly #open = new Map<number, boolean>()
  /** The upstream's last word on tokens. */
  usage: RawUsage | null = null
  /** What was written so far. */
  written = ''

  constructor(head: ChatHead, includeUsage: boolean) {
    this.head = head
    this.#includeUsage = includeUsage
  }

  /** Whether every choice that began has a finish reason. */
  get finished(): boolean {
    for (const open of this.#open.values()) if (open) return false
    return this.#open.size > 0
  }

  shape(chunks: readonly ChatChunk[]): ChatChunk[] {
    const shaped: ChatChunk[] = []
    for (const chunk of chunks) {
      if (chunk.usage) this.usage = chunk.usage
      const [choice] = chunk.choices
      if (!choice) continue
      const plain = chunk.choices.length === 1 && this.#isPlain(choice)
      if (plain) {
        this.#note(choice)
        shaped.push(this.#dress(chunk, chunk.choices))
        continue
      }
      for (const one of chunk.choices) {
        for (const part of this.#split(one)) {
          this.#note(part)
          shaped.push(this.#dress({ ...chunk }, [part]))
        }
      }
    }
    return shaped
  }

  /** The last chunk of a stream whose caller asked for usage. */
  usageChunk(usage: Usage): ChatChunk {
    return { ...this.head, object: 'chat.completion.chunk', choices: [], usage }
  }

  // Already as promised: its choice has begun, and it carries either text or the finish.
  #isPlain(choice: Choice): boolean {
    if (!this.#open.has(choice.index) || choice.delta.role !== undefined) return false
    return !choice.finish_reason || isEmpty(choice.delta)
  }

  #split(choice: Choice): Choice[] {
    const parts: Choice[] = []
    if (!this.#open.has(choice.index)) {
      const delta = { role: 'assistant', content: '', refusal: null } as const
      parts.push({ index: choice.index, delta, logprobs: null, finish_reason: null })
    }
    const { role, ...delta } = choice.delta
    const finish_reason = choice.finish_reason ?? null
    if (!isEmpty(delta)) parts.push({ ...choice, delta, finish_reason: null })
    if (finish_reason) parts.push({ ...choice, delta: {}, finish_reason })
    return parts
  }

  #note({ index, delta, finish_reason }: Choice): void {
    this.#open.set(index, !finish_reason)
    if (delta.content) this.written += delta.content
    if (delta.reasoning_content) this.written += delta.reasoning_content
    if (!delta.tool_calls) return
    for (const call of delta.tool_calls) {
      this.written += (call.function?.name ?? '') + (call.function?.arguments ?? '')
    }
  }

  #dress(chunk: ChatChunk, choices: Choice[]): ChatChunk {
    const [choice] = choices
    if (choice) {
      choice.logprobs ??= null
      choice.finish_reason ??= null
    }
    Object.assign(chunk, this.head)
    chunk.object = 'chat.completion.chunk'
    chunk.choices = choices
    if (this.#includeUsage) chunk.usage = null
    else delete chunk.usage
    return chunk
  }
}

function isEmpty(delta: Choice['delta']): boolean {
  for (const key in delta) {
    if (key === 'role') continue
    const value = delta[key]
    if (value === null || value === undefined || value === '') continue
    if (Array.isArray(value) && value.length === 0) continue
    return false
  }
  return true
}
