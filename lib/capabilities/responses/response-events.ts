import type { FormatEvents } from '#lib/capabilities/api-formats/answer-call.ts'
import { type Block, BlockSequence, type BlockSink } from '#lib/capabilities/api-formats/block-sequence.ts'
import { toCallId } from '#lib/capabilities/api-formats/tool-names.ts'
import { newId } from '#lib/capabilities/new-id.ts'
import type { ChatChunk, FinishReason } from '#lib/contracts/api/chat.ts'
import type { Response, ResponseEvent } from '#lib/contracts/api/responses/responses.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ApiError } from '#lib/errors.ts'
import { isRecord } from '#lib/providers/transport/json.ts'
import { carryReasoning, newReasoningId } from './own-reasoning.ts'
import { createResponse, nowSeconds, toResponseFailure, toResponseUsage } from './response-object.ts'
import { type NamedTool, toCustomInput } from './response-tools.ts'
import type { TranslatedResponse } from './to-chat-request.ts'

type Choice = ChatChunk['choices'][number]
type Fields = Readonly<Record<string, unknown>>
type Item = Response['output'][number]

/** The item that is being written. */
interface OpenItem {
  readonly id: string
  /** Without its content. */
  readonly fields: Item
  readonly logprobs: unknown[]
}

/**
 * The events of an answer in the strict order of the Responses API: one item open at a time, counted without gaps.
 * The last event has the whole response.
 */
export class ResponseEvents implements FormatEvents<ResponseEvent>, BlockSink {
  readonly #translated: TranslatedResponse
  readonly #blocks = new BlockSequence(this)
  readonly #output: Item[] = []
  #response: Response
  #events: ResponseEvent[] = []
  #sequence = 0
  #item: OpenItem | null = null
  #finish: FinishReason | null = null
  /** Of the tokens that the next text has. */
  /** Of text that waits behind an open call. */
  #logprobs: unknown[] = []

  constructor(model: string, translated: TranslatedResponse) {
    this.#translated = translated
    this.#response = createResponse(translated.input, model)
  }

  /** The response as far as it is written. */
  get response(): Response {
    return this.#response
  }

  read(chunks: readonly ChatChunk[]): ResponseEvent[] {
    this.#events = []
    if (this.#sequence === 0) {
      this.#push('response.created', { response: this.#response })
      this.#push('response.in_progress', { response: this.#response })
    }
    for (const { choices, usage } of chunks) {
      for (const choice of choices) if (choice.index === 0) this.#readChoice(choice)
      if (usage) this.#end(usage)
    }
    return this.#events
  }

  /** `openai` reads only the first of the two events, and Codex only the second. */
  fail(error: ApiError): readonly ResponseEvent[] {
    this.#events = []
    const failure = toResponseFailure(error)
    this.#push('error', { ...failure, param: null })
    this.#response = { ...this.#response, status: 'failed', error: failure, output: this.#output }
    this.#push('response.failed', { response: this.#response })
    return this.#events
  }

  #readChoice({ delta, finish_reason: finish, logprobs }: Choice): void {
    if (isRecord(logprobs) && Array.isArray(logprobs['content'])) this.#logprobs.push(...logprobs['content'])
    this.#blocks.add(delta)
    if (!finish) return
    this.#finish = finish
    this.#blocks.end()
  }

  open(block: Block): void {
    const fields = toItem(block, this.#translated.tools)
    this.#item = { id: fields.id, fields, logprobs: [] }
    this.#push('response.output_item.added', {
      output_index: this.#output.length,
      item: { ...fields, ...emptyContent[kindOf(block, this.#translated.tools)] },
    })
    const { type } = block
    if (type === 'reasoning')
      this.#at('response.reasoning_summary_part.added', { summary_index: 0, part: summaryPart('') })
    if (type === 'text' || type === 'refusal')
      this.#at('response.content_part.added', { content_index: 0, part: toPart(type, '', []) })
  }

  piece(block: Block, piece: string): void {
    switch (block.type) {
      case 'reasoning':
        return this.#at('response.reasoning_summary_text.delta', { summary_index: 0, delta: piece })
      case 'text':
        return this.#at('response.output_text.delta', {
          content_index: 0,
          delta: piece,
          logprobs: this.#takeLogprobs(),
        })
      case 'refusal':
        return this.#at('response.refusal.delta', { content_index: 0, delta: piece })
      case 'call':
        // A custom tool gets the text inside the arguments, which has to be whole.
        if (kindOf(block, this.#translated.tools) === 'custom') return
        return this.#at('response.function_call_arguments.delta', { delta: piece })
    }
  }

  close(block: Block, isLast: boolean): void {
    if (this.#item === null) return
    const { fields } = this.#item
    const content = this.#closeContent(block, block.pieces.join(''))
    const status = isLast && this.#finish === 'length' ? 'incomplete' : 'completed'
    const item = { ...fields, ...(block.type !== 'reasoning' && { status }), ...content }
    this.#push('response.output_item.done', { output_index: this.#output.length, item })
    this.#output.push(item)
    this.#item = null
  }

  /** The last events of the content. @returns the content */
  #closeContent({ type, name }: Block, text: string): Fields {
    switch (type) {
      case 'reasoning': {
        const part = summaryPart(text)
        this.#at('response.reasoning_summary_text.done', { summary_index: 0, text })
        this.#at('response.reasoning_summary_part.done', { summary_index: 0, part })
        const isCarried = this.#translated.input.include?.includes('reasoning.encrypted_content') === true
        return { summary: [part], ...(isCarried && { encrypted_content: carryReasoning(text) }) }
      }
      case 'text': {
        const logprobs = this.#item?.logprobs ?? []
        const part = toPart(type, text, logprobs)
        this.#at('response.output_text.done', { content_index: 0, text, logprobs })
        this.#at('response.content_part.done', { content_index: 0, part })
        return { content: [part] }
      }
      case 'refusal': {
        const part = toPart(type, text, [])
        this.#at('response.refusal.done', { content_index: 0, refusal: text })
        this.#at('response.content_part.done', { content_index: 0, part })
        return { content: [part] }
      }
      case 'call':
        return this.#closeCall(this.#translated.tools.get(name), name, text)
    }
  }

  #closeCall(tool: NamedTool | undefined, name: string, text: string): Fields {
    if (tool?.type === 'custom') {
      const input = toCustomInput(text)
      this.#at('response.custom_tool_call_input.delta', { delta: input })
      this.#at('response.custom_tool_call_input.done', { input })
      return { input }
    }
    const written = text === '' ? '{}' : text
    if (text === '') this.#at('response.function_call_arguments.delta', { delta: written })
    this.#at('response.function_call_arguments.done', { name: tool?.name ?? name, arguments: written })
    return { arguments: written }
  }

  #takeLogprobs(): readonly unknown[] {
    const logprobs = this.#logprobs
    this.#logprobs = []
    this.#item?.logprobs.push(...logprobs)
    return logprobs
  }

  #end(usage: Usage): void {
    if (this.#finish === null) return
    const reason = incompleteReasons[this.#finish]
    const status = reason === undefined ? 'completed' : 'incomplete'
    this.#response = {
      ...this.#response,
      status,
      completed_at: status === 'completed' ? nowSeconds() : null,
      incomplete_details: reason === undefined ? null : { reason },
      output: this.#output,
      usage: toResponseUsage(usage),
    }
    this.#push(`response.${status}`, { response: this.#response })
  }

  /** An event of the open item. */
  #at(type: string, fields: Fields): void {
    this.#push(type, { item_id: this.#item?.id, output_index: this.#output.length, ...fields })
  }

  #push(type: string, fields: Fields): void {
    this.#events.push({ type, sequence_number: this.#sequence++, ...fields })
  }
}

const incompleteReasons: Readonly<Partial<Record<FinishReason, string>>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
}

type Kind = 'reasoning' | 'message' | 'function' | 'custom'

function kindOf({ type, name }: Block, tools: ReadonlyMap<string, NamedTool>): Kind {
  if (type === 'reasoning') return 'reasoning'
  if (type === 'call') return tools.get(name)?.type ?? 'function'
  return 'message'
}

const emptyContent: Readonly<Record<Kind, Fields>> = {
  reasoning: { summary: [] },
  message: { status: 'in_progress', content: [] },
  function: { status: 'in_progress', arguments: '' },
  custom: { status: 'in_progress', input: '' },
}

/** An item without its content. */
function toItem(block: Block, tools: ReadonlyMap<string, NamedTool>): Item {
  const kind = kindOf(block, tools)
  const id = newItemId(kind)
  switch (kind) {
    case 'reasoning':
      return { id, type: 'reasoning' }
    case 'message':
      return { id, type: 'message', role: 'assistant' }
    case 'function':
    case 'custom': {
      const { name, namespace } = tools.get(block.name) ?? { name: block.name, namespace: null }
      const type = kind === 'custom' ? 'custom_tool_call' : 'function_call'
      const called = { call_id: toCallId(block.id, 'call_'), name, ...(namespace !== null && { namespace }) }
      return { id, type, ...called }
    }
  }
}

function newItemId(kind: Kind): string {
  switch (kind) {
    case 'reasoning':
      return newReasoningId()
    case 'message':
      return newId('msg_', 24)
    case 'function':
      return newId('fc_', 24)
    case 'custom':
      return newId('ctc_', 24)
  }
}

function toPart(type: 'text' | 'refusal', text: string, logprobs: readonly unknown[]): Fields {
  if (type === 'refusal') return { type: 'refusal', refusal: text }
  return { type: 'output_text', text, annotations: [], logprobs }
}

function summaryPart(text: string): Fields {
  return { type: 'summary_text', text }
}
