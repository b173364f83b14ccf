import { documentText } from '#lib/capabilities/api-formats/document-text.ts'
import {
  type PlacedPart,
  toResultText,
  TurnList,
  type TurnPart,
} from '#lib/capabilities/api-formats/write-turns.ts'
import type { ContentPart } from '#lib/contracts/api/chat-message.ts'
import {
  isBareReference,
  isMessage,
  isTypedItem,
  type ResponseContent,
  type ResponseInputItem,
  type ResponseMessage,
  type ResponsePart,
  type TypedItem,
} from '#lib/contracts/api/responses/response-items.ts'
import { ApiError } from '#lib/errors.ts'
import type { TranslationQuirks } from '#lib/providers/openai-compatible/language-model.ts'
import { readOwnReasoning } from './own-reasoning.ts'
import { toChatName } from './response-tools.ts'
import { isVendorItem } from './stored-items.ts'

/**
 * The items of a conversation as turns: neighboring calls, texts and reasoning of the assistant are one turn.
 * @param outputs items of stored responses by their index, with the path of the field that names them
 * @throws ApiError with the path of an item that chat completions cannot express
 */
export function toTurns(
  input: string | readonly ResponseInputItem[],
  quirks: TranslationQuirks,
  ignored: string[],
  outputs: ReadonlyMap<number, string> = new Map(),
): TurnList {
  const list = new TurnList(quirks)
  if (typeof input === 'string') list.add('user', [{ type: 'text', text: input, param: 'input' }])
  else
    for (const [index, item] of input.entries()) {
      const namedBy = outputs.get(index)
      if (namedBy === undefined || !isVendorItem(item.type ?? 'message'))
        addItem(list, item, `input.${index}`, ignored)
      else if (!ignored.includes(`${namedBy} (${item.type})`)) ignored.push(`${namedBy} (${item.type})`)
    }
  list.end()
  return list
}

function addItem(list: TurnList, item: ResponseInputItem, param: string, ignored: string[]): void {
  if (isMessage(item)) return addMessage(list, item, param)
  if (isTypedItem(item)) return addTyped(list, item, param, ignored)
  if (isBareReference(item)) return addReference(item.id, param, ignored)
  // Its results are in the text after it.
  if (item.type === 'web_search_call') return
  const message = `Items of the type \`${item.type}\` work only with models of OpenAI.`
  throw new ApiError('unsupported_parameter', message, { param: `${param}.type` })
}

function addMessage(list: TurnList, { role, content }: ResponseMessage, param: string): void {
  const at = `${param}.content`
  switch (role) {
    case 'system':
    case 'developer': {
      const text = textOf(content, at)
      if (text !== '') list.instruct({ text, param: at })
      return
    }
    case 'user':
      return list.add('user', toUserParts(content, at))
    case 'assistant':
      return list.add('assistant', withBreak(list, toAssistantParts(content, at)))
  }
}

/** A message after another one of the same turn is a paragraph of its own. */
function withBreak({ last, lastHasText }: TurnList, parts: readonly TurnPart[]): readonly TurnPart[] {
  const [first, ...others] = parts
  const follows = last?.role === 'assistant' && lastHasText
  if (!follows || first?.type !== 'text' || first.text === '') return parts
  return [{ ...first, text: `\n\n${first.text}` }, ...others]
}

function addTyped(list: TurnList, item: TypedItem, param: string, ignored: string[]): void {
  switch (item.type) {
    case 'function_call':
      return addCall(list, item, item.arguments, param)
    case 'custom_tool_call':
      return addCall(list, item, JSON.stringify({ input: item.input }), param)
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const { text, images } = toResult(item.output, `${param}.output`)
      const content = toResultText(text, images)
      const ids = { id: item.call_id, idMember: 'call_id' }
      return list.add('user', [{ type: 'result', ...ids, content, images, param }])
    }
    case 'reasoning': {
      const text = readOwnReasoning(item)
      if (text !== null) list.add('assistant', [{ type: 'reasoning', text, param }])
      return
    }
    case 'item_reference':
      return addReference(item.id, param, ignored)
  }
}

/** Only reasoning that is not stored may be left out. */
function addReference(id: string, param: string, ignored: string[]): void {
  if (!id.startsWith('rs_')) throw notStored(id, param)
  ignored.push(`${param} (item_reference)`)
}

/** The error of a reference to an item that is not stored. */
function notStored(id: string, param: string): ApiError {
  const message = `The item \`${id.slice(0, 100)}\` is not stored. Send the item itself.`
  return new ApiError('item_not_found', message, { param: `${param}.id` })
}

type Call = Extract<TypedItem, { type: 'function_call' | 'custom_tool_call' }>

function addCall(list: TurnList, { call_id: id, name, namespace }: Call, text: string, param: string): void {
  const called = { name: toChatName(name, namespace), arguments: text }
  list.add('assistant', [
    { type: 'call', call: { id, type: 'function', function: called }, param, idMember: 'call_id' },
  ])
}

function toUserParts(content: ResponseContent, param: string): TurnPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content, param }]
  return content.map((part, index) => {
    const at = `${param}.${index}`
    if (part.type === 'input_image') return { type: 'image', image: toImage(part, at), param: at }
    return { type: 'text', text: partText(part, at), param: at }
  })
}

function toAssistantParts(content: ResponseContent, param: string): TurnPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content, param }]
  return content.map((part, index) => {
    const at = `${param}.${index}`
    if (part.type === 'refusal') return { type: 'refusal', text: part.refusal, param: at }
    return { type: 'text', text: partText(part, at), param: at }
  })
}

function toResult(
  content: ResponseContent,
  param: string,
): { readonly text: string; readonly images: readonly PlacedPart[] } {
  if (typeof content === 'string') return { text: content, images: [] }
  const texts: string[] = []
  const images: PlacedPart[] = []
  for (const [index, part] of content.entries()) {
    const at = `${param}.${index}`
    if (part.type === 'input_image') images.push({ part: toImage(part, at), param: at })
    else texts.push(partText(part, at))
  }
  return { text: texts.join('\n'), images }
}

function textOf(content: ResponseContent, param: string): string {
  if (typeof content === 'string') return content
  return content.map((part, index) => partText(part, `${param}.${index}`)).join('\n\n')
}

function partText(part: ResponsePart, param: string): string {
  switch (part.type) {
    case 'refusal':
      return part.refusal
    case 'input_file':
      return fileText(part, param)
    case 'input_image':
      throw new ApiError('invalid_value', 'An image cannot be in a message of this role.', {
        param: `${param}.type`,
      })
    case 'input_text':
    case 'output_text':
    case 'text':
    case 'summary_text':
    case 'reasoning_text':
      return part.text
  }
}

type ImagePart = Extract<ResponsePart, { type: 'input_image' }>

function toImage({ image_url: url, file_id: id, detail }: ImagePart, param: string): ContentPart {
  if (!url) throw id ? noFiles(`${param}.file_id`) : missing(`${param}.image_url`)
  const known = details.find(each => each === detail)
  return { type: 'image_url', image_url: { url, ...(known !== undefined && { detail: known }) } }
}

const details = ['auto', 'low', 'high'] as const

type FilePart = Extract<ResponsePart, { type: 'input_file' }>

/** The text of a file; PDF files have been read before. */
function fileText(
  { file_data: data, file_id: id, file_url: url, filename }: FilePart,
  param: string,
): string {
  if (!data) {
    if (!id && !url) throw missing(`${param}.file_data`)
    throw noFiles(`${param}.${id ? 'file_id' : 'file_url'}`)
  }
  const head = /^data:/i.test(data) ? data.slice(0, data.indexOf(',') + 1) : ''
  const [type = ''] = head.slice('data:'.length).split(/[;,]/, 1)
  const isText = head === '' ? /\.(txt|md|csv|json|xml|html?|ya?ml)$/i.test(filename ?? '') : isTextType(type)
  if (!isText) {
    const message = 'This model reads only text and PDF files. Send the text of the file.'
    throw new ApiError('unsupported_parameter', message, { param: `${param}.file_data` })
  }
  const body = data.slice(head.length)
  const isEncoded = head === '' || /;base64,$/i.test(head)
  return documentText(
    filename,
    isEncoded ? Buffer.from(body, 'base64').toString('utf8') : decodePercent(body, `${param}.file_data`),
  )
}

function decodePercent(text: string, param: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    const message = 'The data URL has an invalid percent escape. Send `%` as `%25`, or the file as base64.'
    throw new ApiError('invalid_value', message, { cause: error, param })
  }
}

function isTextType(type: string): boolean {
  return /^text\/|^application\/(json|xml)$/i.test(type)
}

function missing(param: string): ApiError {
  return new ApiError('missing_required_parameter', `Missing required parameter: '${param}'.`, { param })
}

function noFiles(param: string): ApiError {
  const message = 'This server reads files only from the request. Send the content itself as base64.'
  return new ApiError('unsupported_parameter', message, { param })
}
