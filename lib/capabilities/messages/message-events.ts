import type { ChatChunk } from '#lib/contracts/api/chat.ts'
import type { MessageEvent } from '#lib/contracts/api/messages/messages.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { isWholeJson } from '#lib/providers/openai-compatible/finish-reason.ts'
import { carryThinking, signThinking } from './own-thinking.ts'
import type { TranslatedRequest } from './to-chat-request.ts'
import { emptyMessage, toDeltaUsage, toStop, toToolUse } from './to-message.ts'

type Choice = ChatChunk['choices'][number]
type CallDelta = NonNullable<Choice['delta']['tool_calls']>[number]

/** Thinking, text, or one call. */
interface Block {
  readonly type: 'thinking' | 'text' | 'tool_use'
  /** Index of the call among the calls of the answer; null: not a call. */
  readonly call: number | null
  readonly start: object
  readonly pieces: string[]
}

/**
 * The events of a stream in the strict order of the Messages API: one block open at a time, indexes without gaps. Calls
 * may arrive interleaved; the first one streams, and the others wait for its end.
 */
export class MessageEvents {
  readonly #model: string
  readonly #promptTokens: number
  readonly #translated: TranslatedRequest
  #events: MessageEvent[] = []
  #isStarted = false
  #index = -1
  #open: Block | null = null
  readonly #waiting: Block[] = []
  /** Indexes of the calls so far. */
  readonly #begun = new Set<number>()
  #stop: ReturnType<typeof toStop> | null = null

  /** @param promptTokens a guess: clients show it until the end */
  constructor(model: string, promptTokens: number, translated: TranslatedRequest) {
    this.#model = model
    this.#promptTokens = promptTokens
    this.#translated = translated
  }

  /** The events of some chunks, possibly none. */
  read(chunks: readonly ChatChunk[]): MessageEvent[] {
    this.#events = []
    if (!this.#isStarted) this.#start()
    for (const { choices, usage } of chunks) {
      for (const choice of choices) if (choice.index === 0) this.#readChoice(choice)
      if (usage) this.#end(usage)
    }
    return this.#events
  }

  #start(): void {
    this.#isStarted = true
    const usage = {
      input_tokens: this.#promptTokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: null,
      output_tokens: 0,
      output_tokens_details: null,
      server_tool_use: null,
      service_tier: null,
      speed: null,
      inference_geo: null,
    }
    this.#events.push({ type: 'message_start', message: { ...emptyMessage(this.#model), usage } })
  }

  #readChoice({ delta, finish_reason: finish, ...choice }: Choice): void {
    if (delta.reasoning_content && this.#translated.thinking !== 'hidden')
      this.#write('thinking', delta.reasoning_content)
    const text = delta.content || delta.refusal
    if (text) this.#write('text', text)
    for (const call of delta.tool_calls ?? []) this.#writeCall(call)
    if (!finish) return
    while (this.#open !== null) this.#next()
    this.#stop = toStop(finish, choice['stop_reason'], this.#translated)
  }

  #write(type: 'thinking' | 'text', piece: string): void {
    const last = this.#waiting.at(-1) ?? this.#open
    if (last?.type === type) return this.#add(last, piece)
    const start =
      type === 'text' ? { type, text: '', citations: null } : ({ type, thinking: '', signature: '' } as const)
    this.#begin({ type, call: null, start, pieces: [] })
    this.#add(this.#waiting.at(-1) ?? this.#open, piece)
  }

  #writeCall({ index, id = '', function: called }: CallDelta): void {
    const known = [this.#open, ...this.#waiting].find(block => block?.call === index)
    // Some servers repeat a call that is complete.
    if (!known && this.#begun.has(index)) return
    this.#begun.add(index)
    if (!known) {
      const start = toToolUse(id, called?.name ?? '', this.#translated.toolNames)
      this.#begin({ type: 'tool_use', call: index, start, pieces: [] })
    }
    const block = known ?? this.#waiting.at(-1) ?? this.#open
    if (called?.arguments) this.#add(block, called.arguments)
    // Only a brace of its own can complete the open call, and joining its pieces for each fragment would be quadratic.
    const mayBeComplete = !known || (block === this.#open && called?.arguments?.includes('}') === true)
    while (mayBeComplete && this.#waiting.length > 0 && isComplete(this.#open)) this.#next()
  }

  /** Opens a block, or lets it wait for the end of an open call. */
  #begin(block: Block): void {
    this.#waiting.push(block)
    if (this.#waiting.length === 1 && isComplete(this.#open)) this.#next()
  }

  #add(block: Block | null, piece: string): void {
    if (block === null) return
    block.pieces.push(piece)
    if (block === this.#open) this.#delta(block, piece)
  }

  /** Closes the open block and opens the first that waits. */
  #next(): void {
    if (this.#open !== null) this.#close(this.#open)
    this.#open = this.#waiting.shift() ?? null
    if (this.#open === null) return
    this.#events.push({ type: 'content_block_start', index: ++this.#index, content_block: this.#open.start })
    if (this.#open.pieces.length > 0) this.#delta(this.#open, this.#open.pieces.join(''))
  }

  #delta({ type }: Block, piece: string): void {
    switch (type) {
      case 'text':
        return this.#push({ type: 'text_delta', text: piece })
      case 'thinking':
        if (this.#translated.thinking === 'shown') this.#push({ type: 'thinking_delta', thinking: piece })
        return
      case 'tool_use':
        return this.#push({ type: 'input_json_delta', partial_json: piece })
    }
  }

  #close({ type, pieces }: Block): void {
    if (type === 'tool_use' && pieces.length === 0)
      this.#push({ type: 'input_json_delta', partial_json: '{}' })
    if (type === 'thinking') {
      const sign = this.#translated.thinking === 'shown' ? signThinking : carryThinking
      this.#push({ type: 'signature_delta', signature: sign(pieces.join('')) })
    }
    this.#events.push({ type: 'content_block_stop', index: this.#index })
  }

  #push(delta: object): void {
    this.#events.push({ type: 'content_block_delta', index: this.#index, delta })
  }

  #end(usage: Usage): void {
    if (this.#stop === null) return
    this.#events.push(
      { type: 'message_delta', delta: { ...this.#stop, container: null }, usage: toDeltaUsage(usage) },
      { type: 'message_stop' },
    )
  }
}

/** Whether a block may end: text and thinking at any time, a call once its JSON is whole. */
function isComplete(block: Block | null): boolean {
  return block?.type !== 'tool_use' || isWholeJson(block.pieces.join(''))
}
