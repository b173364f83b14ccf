import type { ChatChunk } from '#lib/contracts/api/chat.ts'
import { isWholeJson } from '#lib/providers/openai-compatible/finish-reason.ts'

type Delta = ChatChunk['choices'][number]['delta']
type CallDelta = NonNullable<Delta['tool_calls']>[number]

/** Reasoning, text, a refusal, or one call. */
export interface Block {
  readonly type: 'reasoning' | 'text' | 'refusal' | 'call'
  /** Index of the call among the calls of the answer; null: not a call. */
  readonly call: number | null
  /** Of the call, as the model's provider gave it; else empty. */
  readonly id: string
  /** Of the called tool. */
  readonly name: string
  readonly pieces: string[]
}

/** Receives the blocks of an answer: one is open at a time. */
export interface BlockSink {
  open(block: Block): void
  piece(block: Block, piece: string): void
  /** @param isLast whether it is the last block of the answer */
  close(block: Block, isLast: boolean): void
}

/**
 * Puts the deltas of a stream in the order that formats with blocks require: one block open at a time. Calls may arrive
 * interleaved; the first one streams, and what comes after it waits for its end.
 */
export class BlockSequence {
  readonly #sink: BlockSink
  #open: Block | null = null
  #isEnding = false
  readonly #waiting: Block[] = []
  /** Indexes of the calls so far. */
  readonly #begun = new Set<number>()

  constructor(sink: BlockSink) {
    this.#sink = sink
  }

  add({ reasoning_content: reasoning, content, refusal, tool_calls: calls }: Delta): void {
    if (reasoning) this.#write('reasoning', reasoning)
    if (content) this.#write('text', content)
    if (refusal) this.#write('refusal', refusal)
    for (const call of calls ?? []) this.#writeCall(call)
  }

  /** Closes all blocks. */
  end(): void {
    this.#isEnding = true
    while (this.#open !== null) this.#next()
  }

  #write(type: Exclude<Block['type'], 'call'>, piece: string): void {
    const last = this.#waiting.at(-1) ?? this.#open
    if (last?.type === type) return this.#add(last, piece)
    const block: Block = { type, call: null, id: '', name: '', pieces: [] }
    this.#begin(block)
    this.#add(block, piece)
  }

  #writeCall({ index, id = '', function: called }: CallDelta): void {
    const known = [this.#open, ...this.#waiting].find(block => block?.call === index)
    // Some servers repeat a call that is complete.
    if (!known && this.#begun.has(index)) return
    this.#begun.add(index)
    const block = known ?? { type: 'call', call: index, id, name: called?.name ?? '', pieces: [] }
    if (!known) this.#begin(block)
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

  #add(block: Block, piece: string): void {
    block.pieces.push(piece)
    if (block === this.#open) this.#sink.piece(block, piece)
  }

  /** Closes the open block and opens the first that waits. */
  #next(): void {
    if (this.#open !== null) this.#sink.close(this.#open, this.#isEnding && this.#waiting.length === 0)
    this.#open = this.#waiting.shift() ?? null
    if (this.#open === null) return
    this.#sink.open(this.#open)
    if (this.#open.pieces.length > 0) this.#sink.piece(this.#open, this.#open.pieces.join(''))
  }
}

/** Whether a block may end: text and reasoning at any time, a call once its JSON is whole. */
function isComplete(block: Block | null): boolean {
  return block?.type !== 'call' || isWholeJson(block.pieces.join(''))
}
