import { type Block, BlockSequence, type BlockSink } from '#lib/capabilities/api-formats/block-sequence.ts'
import { carryThinking, signThinking } from '#lib/capabilities/api-formats/own-thinking.ts'
import type { ChatChunk } from '#lib/contracts/api/chat.ts'
import type { MessageEvent } from '#lib/contracts/api/messages/messages.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { TranslatedRequest } from './to-chat-request.ts'
import { emptyMessage, toDeltaUsage, toStop, toToolUse } from './to-message.ts'

type Choice = ChatChunk['choices'][number]

/** The events of a stream in the strict order of the Messages API: indexes without gaps. */
export class MessageEvents implements BlockSink {
  readonly #model: string
  readonly #promptTokens: number
  readonly #translated: TranslatedRequest
  readonly #blocks = new BlockSequence(this)
  #events: MessageEvent[] = []
  #isStarted = false
  #index = -1
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
    const { reasoning_content: thinking, refusal, ...others } = delta
    const shown = this.#translated.thinking === 'hidden' ? null : thinking
    this.#blocks.add({ ...others, content: delta.content || refusal, reasoning_content: shown })
    if (!finish) return
    this.#blocks.end()
    this.#stop = toStop(finish, choice['stop_reason'], this.#translated)
  }

  open(block: Block): void {
    this.#events.push({
      type: 'content_block_start',
      index: ++this.#index,
      content_block: toStart(block, this.#translated),
    })
  }

  piece({ type }: Block, piece: string): void {
    switch (type) {
      case 'text':
      case 'refusal':
        return this.#push({ type: 'text_delta', text: piece })
      case 'reasoning':
        if (this.#translated.thinking === 'shown') this.#push({ type: 'thinking_delta', thinking: piece })
        return
      case 'call':
        return this.#push({ type: 'input_json_delta', partial_json: piece })
    }
  }

  close({ type, pieces }: Block): void {
    if (type === 'call' && pieces.length === 0) this.#push({ type: 'input_json_delta', partial_json: '{}' })
    if (type === 'reasoning') {
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

function toStart({ type, id, name }: Block, { toolNames }: TranslatedRequest): object {
  switch (type) {
    case 'text':
    case 'refusal':
      return { type: 'text', text: '' }
    case 'reasoning':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'call':
      return toToolUse(id, name, toolNames)
  }
}
