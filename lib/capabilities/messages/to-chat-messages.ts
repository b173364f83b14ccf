import { documentText } from '#lib/capabilities/api-formats/document-text.ts'
import { readOwnThinking } from '#lib/capabilities/api-formats/own-thinking.ts'
import { shortToolName } from '#lib/capabilities/api-formats/tool-names.ts'
import {
  hintOf,
  type Instruction,
  type PlacedPart,
  toResultText,
  TurnList,
  type TurnPart,
  type WrittenTurns,
  writeTurns,
} from '#lib/capabilities/api-formats/write-turns.ts'
import type { ContentPart, ToolCall } from '#lib/contracts/api/chat-message.ts'
import type {
  DocumentBlock,
  ImageBlock,
  InputBlock,
  InputMessage,
  ResultContent,
} from '#lib/contracts/api/messages/message-blocks.ts'
import { ApiError } from '#lib/errors.ts'
import type { TranslationQuirks } from '#lib/providers/openai-compatible/language-model.ts'
import { ToolChanges } from './tool-changes.ts'

export interface Conversation extends WrittenTurns {
  /** Instructions before the first turn. */
  readonly leading: readonly Instruction[]
  readonly tools: ToolChanges
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
  const tools = new ToolChanges()
  const list = new TurnList(quirks)
  const effort = toTurns(messages, list, tools)
  const { turns, leading, last } = list
  const isPrefill = last?.role === 'assistant'
  if (isPrefill && (quirks.prefill !== true || last.parts.some(({ type }) => type === 'call'))) {
    const message =
      'This model cannot continue a turn of the assistant. End the conversation with a turn of the user.'
    throw new ApiError('unsupported_parameter', message, { param: `messages.${messages.length - 1}.role` })
  }
  return { ...writeTurns(turns, quirks), leading, tools, effort, isPrefill }
}

// The suffix changes between the requests of one session, and so would every cached prefix.
export function isBilling(text: string): boolean {
  return text.startsWith('x-anthropic-billing-header:')
}

function toTurns(messages: readonly InputMessage[], list: TurnList, tools: ToolChanges): string | null {
  let effort: string | null = null
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'system') {
      list.add(message.role, toParts(message, `messages.${index}`, tools))
      continue
    }
    effort = effortOf(message) ?? effort
    if (message['clear_at'] === 'next_user_message' && index < lastUser) continue
    const param = `messages.${index}`
    const text = toInstruction(message, param, tools)
    if (text !== '' && !isBilling(text)) list.instruct({ text, param: `${param}.content` })
  }
  list.end()
  return effort
}

/** The text of an instruction, which may also change the tools. */
function toInstruction({ content }: InputMessage, param: string, tools: ToolChanges): string {
  if (typeof content === 'string') return content
  const texts: string[] = []
  for (const [index, block] of content.entries()) {
    const at = `${param}.content.${index}`
    if (block.type === 'text') texts.push(block.text)
    else if (block.type === 'tool_addition' || block.type === 'tool_removal') tools.change(block, at)
    else throw misplaced(block.type, 'system', at)
  }
  return texts.join('\n\n')
}

function effortOf(message: InputMessage): string | null {
  const output = message['output_config']
  if (typeof output !== 'object' || output === null || !('effort' in output)) return null
  return typeof output.effort === 'string' ? output.effort : null
}

function toParts({ role, content }: InputMessage, param: string, tools: ToolChanges): TurnPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content, param: `${param}.content` }]
  return content.flatMap((block, index) => {
    const at = `${param}.content.${index}`
    return role === 'assistant' ? toAssistantPart(block, at) : toUserPart(block, at, tools)
  })
}

function toAssistantPart(block: InputBlock, param: string): TurnPart[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text, param }]
    case 'thinking': {
      const text = readOwnThinking(block)
      return text === null ? [] : [{ type: 'reasoning', text, param }]
    }
    case 'redacted_thinking':
      return []
    case 'tool_use':
    case 'server_tool_use':
      return [{ type: 'call', call: toToolCall(block), param, idMember: 'id' }]
    case 'web_search_tool_result': {
      const result = { id: block.tool_use_id, content: JSON.stringify(block.content ?? null), images: [] }
      return [{ type: 'result', ...result, param, idMember: resultIdMember }]
    }
    case 'image':
    case 'document':
    case 'search_result':
    case 'tool_result':
    case 'tool_addition':
    case 'tool_removal':
      throw misplaced(block.type, 'assistant', param)
  }
}

function toUserPart(block: InputBlock, param: string, tools: ToolChanges): TurnPart[] {
  const hint = hintOf(block)
  switch (block.type) {
    case 'tool_result': {
      const { text, images } = toResult(block.content ?? '', param, tools)
      const said = toResultText(text, images)
      const content = block.is_error === true ? `Error: ${said}` : said
      const ids = { id: block.tool_use_id, idMember: resultIdMember }
      return [{ type: 'result', ...ids, content, images, param, hint }]
    }
    case 'text':
      return [{ type: 'text', text: block.text, hint, param }]
    case 'image':
      return [{ type: 'image', image: toImagePart(block, param), hint, param }]
    case 'document':
      return [{ type: 'text', text: toDocumentText(block, param), hint, param }]
    case 'search_result':
      return [{ type: 'text', text: searchResultText(block), hint, param }]
    case 'tool_use':
    case 'server_tool_use':
    case 'web_search_tool_result':
    case 'thinking':
    case 'redacted_thinking':
    case 'tool_addition':
    case 'tool_removal':
      throw misplaced(block.type, 'user', param)
  }
}

const resultIdMember = 'tool_use_id'

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
  tools: ToolChanges,
): { readonly text: string; readonly images: readonly PlacedPart[] } {
  if (typeof content === 'string') return { text: content, images: [] }
  const texts: string[] = []
  const images: PlacedPart[] = []
  for (const [index, block] of content.entries()) {
    const at = `${param}.content.${index}`
    switch (block.type) {
      case 'text':
        texts.push(block.text)
        break
      case 'image':
        images.push({ part: toImagePart(block, at), param: at })
        break
      case 'document':
        texts.push(toDocumentText(block, at))
        break
      case 'search_result':
        texts.push(searchResultText(block))
        break
      case 'tool_reference':
        tools.load(block.tool_name)
        texts.push(`Tool loaded: ${block.tool_name}`)
        break
    }
  }
  return { text: texts.join('\n'), images }
}

function toImagePart({ source }: ImageBlock, param: string): ContentPart {
  switch (source.type) {
    case 'url':
      return { type: 'image_url', image_url: { url: source.url } }
    case 'base64':
      return {
        type: 'image_url',
        image_url: { url: `data:${source.media_type.toLowerCase()};base64,${source.data}` },
      }
    case 'file':
      throw noFiles(param)
  }
}

function toDocumentText({ source, title, context }: DocumentBlock, param: string): string {
  const before = context ? `${context}\n` : ''
  return documentText(title, before + sourceText(source, param))
}

function sourceText(source: DocumentBlock['source'], param: string): string {
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
      throw new ApiError('unsupported_parameter', message, { param: `${param}.source` })
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

function noFiles(param: string): ApiError {
  const message = 'This server has no Files API. Send the content itself.'
  return new ApiError('unsupported_parameter', message, { param: `${param}.source` })
}

function misplaced(type: string, role: string, param: string): ApiError {
  const message = `A block of the type \`${type}\` cannot be in a turn of the ${role}.`
  return new ApiError('invalid_value', message, { param: `${param}.type` })
}
