import type { ChatMessage, ToolCall } from '#lib/contracts/api/chat-message.ts'
import type {
  DocumentBlock,
  ImageBlock,
  InputBlock,
  InputMessage,
  ResultContent,
} from '#lib/contracts/api/messages/message-blocks.ts'
import { ApiError } from '#lib/errors.ts'
import type { TranslationQuirks } from '#lib/providers/openai-compatible/language-model.ts'
import { readOwnThinking } from './own-thinking.ts'
import { shortToolName } from './tool-names.ts'

export interface Conversation {
  readonly messages: ChatMessage[]
  /** Instructions before the first turn. */
  readonly leading: readonly string[]
  /** Tools that were loaded on the way. */
  readonly loaded: ReadonlySet<string>
  /** The effort that the last instruction asks for. */
  readonly effort: string | null
  /** Whether the answer continues a turn of the assistant. */
  readonly isPrefill: boolean
}

/**
 * The turns as chat messages.
 * @throws ApiError `invalid_value` for a call without its result or a result without its call, `unsupported_parameter`
 */
export function toChatMessages(messages: readonly InputMessage[], quirks: TranslationQuirks): Conversation {
  const { turns, leading, effort } = toTurns(messages, quirks.inlineSystem === true)
  const loaded = new Set<string>()
  const written = new MessageWriter(loaded, {
    reasoningFrom: quirks.reasoningBack === true ? lastTextTurn(turns) : Infinity,
    keepsHints: quirks.cacheHints === true,
  })
  for (const [index, turn] of turns.entries()) written.add(turn, index)
  const last = turns.at(-1)
  const isPrefill = last?.role === 'assistant'
  if (isPrefill && (quirks.prefill !== true || endsWithCall(last))) {
    const message =
      'This model cannot continue a turn of the assistant. End the conversation with a turn of the user.'
    throw new ApiError('unsupported_parameter', message, { param: `messages.${messages.length - 1}.role` })
  }
  return { messages: written.messages, leading, loaded, effort, isPrefill }
}

// The suffix changes between the requests of one session, and so would every cached prefix.
export function isBilling(text: string): boolean {
  return text.startsWith('x-anthropic-billing-header:')
}

/** A block with its path in the request; null: an instruction that was folded into the turn. */
interface PlacedBlock {
  readonly block: InputBlock
  readonly param: string | null
}

interface Turn {
  readonly role: 'user' | 'assistant' | 'system'
  readonly blocks: PlacedBlock[]
  readonly param: string
}

interface Turns {
  readonly turns: readonly Turn[]
  readonly leading: readonly string[]
  readonly effort: string | null
}

/** Neighboring turns of one role are one; instructions stay in place or become a part of the turn beside them. */
function toTurns(messages: readonly InputMessage[], keepsSystem: boolean): Turns {
  const turns: Turn[] = []
  const leading: string[] = []
  let held: PlacedBlock[] = []
  let effort: string | null = null
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')

  const add = (role: Turn['role'], blocks: readonly PlacedBlock[], param: string): void => {
    const last = turns.at(-1)
    if (last?.role === role) last.blocks.push(...blocks)
    else turns.push({ role, blocks: [...blocks], param })
  }
  for (const [index, message] of messages.entries()) {
    const param = `messages.${index}`
    if (message.role !== 'system') {
      const blocks = placedBlocks(message, param)
      add(message.role, message.role === 'user' ? [...held, ...blocks] : blocks, param)
      if (message.role === 'user') held = []
      continue
    }
    effort = effortOf(message) ?? effort
    if (message['clear_at'] === 'next_user_message' && index < lastUser) continue
    const text = textOf(message)
    if (text === '' || isBilling(text)) continue
    const last = turns.at(-1)
    if (last === undefined) leading.push(text)
    // Between a call and its result no server accepts another message.
    else if (keepsSystem && !endsWithCall(last))
      add('system', [{ block: { type: 'text', text }, param: null }], param)
    else if (last.role === 'user') last.blocks.push(reminder(text))
    else held.push(reminder(text))
  }
  if (held.length > 0) add('user', held, `messages.${messages.length - 1}`)
  return { turns, leading, effort }
}

function placedBlocks({ content }: InputMessage, param: string): PlacedBlock[] {
  if (typeof content === 'string')
    return [{ block: { type: 'text', text: content }, param: `${param}.content` }]
  return content.map((block, index) => ({ block, param: `${param}.content.${index}` }))
}

function textOf({ content }: InputMessage): string {
  if (typeof content === 'string') return content
  return content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n\n')
}

function effortOf(message: InputMessage): string | null {
  const output = message['output_config']
  if (typeof output !== 'object' || output === null || !('effort' in output)) return null
  return typeof output.effort === 'string' ? output.effort : null
}

function reminder(text: string): PlacedBlock {
  return { block: { type: 'text', text: `<system-reminder>\n${text}\n</system-reminder>` }, param: null }
}

function endsWithCall({ role, blocks }: Turn): boolean {
  return role === 'assistant' && blocks.some(({ block }) => block.type === 'tool_use')
}

/** The index of the last turn in which the user says something. */
function lastTextTurn(turns: readonly Turn[]): number {
  return turns.findLastIndex(
    ({ role, blocks }) =>
      role === 'user' && blocks.some(({ block, param }) => param !== null && block.type === 'text'),
  )
}

type UserMessage = Extract<ChatMessage, { role: 'user' }>
type Parts = Exclude<UserMessage['content'], string>

interface WriterOptions {
  /** The first turn that keeps its reasoning. */
  readonly reasoningFrom: number
  /** Whether texts keep `cache_control`: they stay parts then, so that a hint that moves on changes nothing else. */
  readonly keepsHints: boolean
}

class MessageWriter {
  readonly messages: ChatMessage[] = []
  readonly #loaded: Set<string>
  readonly #options: WriterOptions
  /** Calls of the last turn whose results must follow, with their paths. */
  #open = new Map<string, string>()

  constructor(loaded: Set<string>, options: WriterOptions) {
    this.#loaded = loaded
    this.#options = options
  }

  add(turn: Turn, index: number): void {
    switch (turn.role) {
      case 'system':
        this.messages.push({ role: 'system', content: joined(turn.blocks) })
        return
      case 'assistant':
        return this.#assistant(turn, index > this.#options.reasoningFrom)
      case 'user':
        return this.#user(turn)
    }
  }

  #assistant({ blocks }: Turn, keepsReasoning: boolean): void {
    let text = ''
    let reasoning = ''
    let calls: ToolCall[] = []
    const flush = (): void => {
      if (text === '' && calls.length === 0) return
      this.messages.push({
        role: 'assistant',
        content: text === '' ? null : text,
        ...(reasoning !== '' && { reasoning_content: reasoning }),
        ...(calls.length > 0 && { tool_calls: calls }),
      })
      text = ''
      reasoning = ''
      calls = []
    }
    for (const { block, param } of blocks) {
      switch (block.type) {
        case 'text':
          text += block.text
          break
        case 'thinking':
          if (keepsReasoning) reasoning += readOwnThinking(block) ?? ''
          break
        case 'redacted_thinking':
          break
        case 'tool_use':
        case 'server_tool_use':
          calls.push(toToolCall(block))
          this.#open.set(block.id, param ?? '')
          break
        case 'web_search_tool_result':
          this.#close(block.tool_use_id, param)
          flush()
          this.#result(block.tool_use_id, JSON.stringify(block.content ?? null))
          break
        case 'image':
        case 'document':
        case 'search_result':
        case 'tool_result':
          throw misplaced(block.type, 'assistant', param)
      }
    }
    flush()
  }

  #user({ blocks }: Turn): void {
    const parts: Parts = []
    const pictures: Parts = []
    const own = blocks.filter(({ param }) => param !== null)
    const onlyResults = own.length > 0 && own.every(({ block }) => block.type === 'tool_result')
    const { keepsHints } = this.#options
    let last: string | null = null
    for (const { block, param } of blocks) {
      const hint = keepsHints ? hintOf(block) : {}
      switch (block.type) {
        case 'tool_result': {
          this.#close(block.tool_use_id, param)
          const { text, images } = toResult(block.content ?? '', param ?? '', this.#loaded)
          const said = text === '' ? (images.length === 0 ? '(no output)' : '(image)') : text
          this.#result(block.tool_use_id, block.is_error === true ? `Error: ${said}` : said, hint)
          last = block.tool_use_id
          if (images.length > 0) pictures.push(textPart(`Image of tool result ${last}:`), ...images)
          break
        }
        case 'text':
          if (block.text !== '') parts.push({ ...textPart(block.text), ...hint })
          break
        case 'image':
          parts.push({ ...toImagePart(block, param), ...hint })
          break
        case 'document':
          parts.push({ ...textPart(documentText(block, param)), ...hint })
          break
        case 'search_result':
          parts.push({ ...textPart(searchResultText(block)), ...hint })
          break
        case 'tool_use':
        case 'server_tool_use':
        case 'web_search_tool_result':
        case 'thinking':
        case 'redacted_thinking':
          throw misplaced(block.type, 'user', param)
      }
    }
    this.#requireResults()
    // Never a turn of the user: the model would answer it instead of going on.
    if (onlyResults && pictures.length === 0) {
      this.#append(parts)
      return
    }
    const all = [...pictures, ...parts]
    if (all.length === 0) return
    this.messages.push({
      role: 'user',
      content: !keepsHints && all.every(isText) ? all.map(({ text }) => text).join('\n\n') : all,
    })
  }

  #result(id: string, content: string, hint: CacheHint = {}): void {
    this.messages.push({ role: 'tool', tool_call_id: id, content, ...hint })
  }

  #append(parts: Parts): void {
    const last = this.messages.at(-1)
    if (parts.length === 0 || last?.role !== 'tool' || typeof last.content !== 'string') return
    last.content = [last.content, ...parts.filter(isText).map(({ text }) => text)].join('\n\n')
  }

  #close(id: string, param: string | null): void {
    if (this.#open.delete(id)) return
    const message = `The result \`${id.slice(0, 100)}\` has no call in the turn before it.`
    throw new ApiError('invalid_value', message, param === null ? {} : { param: `${param}.tool_use_id` })
  }

  #requireResults(): void {
    const [missing] = this.#open
    if (missing === undefined) return
    const [id, param] = missing
    const message = `The call \`${id.slice(0, 100)}\` has no result in the turn after it.`
    throw new ApiError('invalid_value', message, { param: `${param}.id` })
  }
}

function joined(blocks: readonly PlacedBlock[]): string {
  return blocks.flatMap(({ block }) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
}

function toToolCall({
  id,
  name,
  input,
}: Extract<InputBlock, { type: 'tool_use' | 'server_tool_use' }>): ToolCall {
  const keys = Object.keys(input)
  // The form in which arguments that are no JSON were shown to the client.
  const invalid = keys.length === 1 ? input['invalid_json'] : undefined
  return {
    id,
    type: 'function',
    function: {
      name: shortToolName(name),
      arguments: typeof invalid === 'string' ? invalid : JSON.stringify(input),
    },
  }
}

function toResult(
  content: ResultContent,
  param: string,
  loaded: Set<string>,
): { readonly text: string; readonly images: Parts } {
  if (typeof content === 'string') return { text: content, images: [] }
  const texts: string[] = []
  const images: Parts = []
  for (const [index, block] of content.entries()) {
    const at = `${param}.content.${index}`
    switch (block.type) {
      case 'text':
        texts.push(block.text)
        break
      case 'image':
        images.push(toImagePart(block, at))
        break
      case 'document':
        texts.push(documentText(block, at))
        break
      case 'search_result':
        texts.push(searchResultText(block))
        break
      case 'tool_reference':
        loaded.add(block.tool_name)
        texts.push(`Tool loaded: ${block.tool_name}`)
        break
    }
  }
  return { text: texts.join('\n'), images }
}

/** Where a prompt cache may end; empty: not here. */
export type CacheHint = { readonly cache_control?: unknown }

export function hintOf(block: object): CacheHint {
  if (!('cache_control' in block) || block.cache_control === null) return {}
  return { cache_control: block.cache_control }
}

function textPart(text: string): Parts[number] {
  return { type: 'text', text }
}

function isText(part: Parts[number]): part is Extract<Parts[number], { type: 'text' }> {
  return part.type === 'text'
}

function toImagePart({ source }: ImageBlock, param: string | null): Parts[number] {
  switch (source.type) {
    case 'url':
      return { type: 'image_url', image_url: { url: source.url } }
    case 'base64':
      return { type: 'image_url', image_url: { url: `data:${source.media_type};base64,${source.data}` } }
    case 'file':
      throw noFiles(param)
  }
}

function documentText({ source, title, context }: DocumentBlock, param: string | null): string {
  const name = title ? ` title="${title.replaceAll('"', '&quot;')}"` : ''
  const before = context ? `${context}\n` : ''
  return `<document${name}>\n${before}${sourceText(source, param)}\n</document>`
}

function sourceText(source: DocumentBlock['source'], param: string | null): string {
  switch (source.type) {
    case 'text':
      return source.data
    case 'content':
      if (typeof source.content === 'string') return source.content
      return source.content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n')
    case 'file':
      throw noFiles(param)
    case 'base64':
    case 'url': {
      const message = 'Documents must be PDF files or text. Send the text of the document.'
      throw new ApiError('unsupported_parameter', message, param === null ? {} : { param: `${param}.source` })
    }
  }
}

function searchResultText({
  title,
  source,
  content,
}: Extract<InputBlock, { type: 'search_result' }>): string {
  return `${title}\n${source}\n${content.map(({ text }) => text).join('\n')}`
}

function noFiles(param: string | null): ApiError {
  const message = 'This server has no Files API. Send the content itself.'
  return new ApiError('unsupported_parameter', message, param === null ? {} : { param: `${param}.source` })
}

function misplaced(type: string, role: string, param: string | null): ApiError {
  const message = `A block of the type \`${type}\` cannot be in a turn of the ${role}.`
  return new ApiError('invalid_value', message, param === null ? {} : { param: `${param}.type` })
}
