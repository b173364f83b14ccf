import { type JsonObject, toList, toObject, toText } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'
import type { ReadBody } from './format-adapter.ts'

/**
 * A request of the Messages API as the chat request that `toMessagesBody` turns into it again. Unlike the translation
 * in the gateway, which prepares a request for another vendor, it keeps fields that only Anthropic's models read.
 */
export function fromMessagesBody(sent: JsonObject): ReadBody {
  const {
    system,
    messages,
    stop_sequences: stops,
    tools,
    tool_choice: choice,
    output_config: output,
    ...rest
  } = sent
  const dropped: string[] = []
  const read = toList(tools).flatMap((tool, index) => toTool(tool, index, dropped))
  const { format, ...config } = toObject(output)
  const body = {
    ...rest,
    messages: [...toSystem(system), ...toList(messages).flatMap(turn => toMessages(turn, dropped))],
    ...(toList(stops).length > 0 && { stop: stops }),
    ...(read.length > 0 && { tools: read, ...toToolChoice(choice) }),
    ...(isRecord(format) && {
      response_format: { type: 'json_schema', json_schema: { name: 'output', schema: format['schema'] } },
    }),
    ...(Object.keys(config).length > 0 && { output_config: config }),
  }
  return { body, dropped }
}

function toSystem(system: unknown): JsonObject[] {
  const content = typeof system === 'string' ? system : toContent(toList(system).filter(isRecord))
  return content.length === 0 ? [] : [{ role: 'system', content }]
}

/** A turn; results of tools are messages of their own, before its text. */
function toMessages(turn: unknown, dropped: string[]): JsonObject[] {
  const { role, content, ...extras } = toObject(turn)
  if (!Array.isArray(content)) return [{ role, content, ...extras }]
  const blocks = content.filter(isRecord)
  const results = blocks.filter(({ type }) => type === 'tool_result').map(toToolMessage)
  const images = blocks.flatMap(block => toResultImages(block, dropped))
  const calls = blocks.flatMap(toCall)
  const thoughts = blocks.filter(({ type }) => type === 'thinking' || type === 'redacted_thinking')
  const said = toContent([...images, ...blocks.flatMap(block => toPart(block, dropped))])
  if (said.length === 0 && calls.length === 0 && thoughts.length === 0) return results
  const asked = {
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(thoughts.length > 0 && { thinking_blocks: thoughts }),
  }
  return [
    ...results,
    { role, content: said.length === 0 && calls.length > 0 ? null : said, ...asked, ...extras },
  ]
}

/** One plain text as a string, so that it can be edited; other parts as they are. */
function toContent(parts: readonly JsonObject[]): string | readonly JsonObject[] {
  const [only] = parts
  if (only === undefined) return ''
  const isPlain = parts.length === 1 && only['type'] === 'text' && Object.keys(only).length === 2
  return isPlain ? (toText(only['text']) ?? '') : parts
}

function toToolMessage({ type: _type, tool_use_id: id, content, ...extras }: JsonObject): JsonObject {
  const texts = toList(content).filter(isRecord).flatMap(toTextPart)
  const read = Array.isArray(content) ? toContent(texts) : (content ?? '')
  return { role: 'tool', tool_call_id: id, content: read, ...extras }
}

/** Results of chat requests are text: images in them follow in the turn of the user, as the gateway sends them. */
function toResultImages({ type, tool_use_id: id, content }: JsonObject, dropped: string[]): JsonObject[] {
  if (type !== 'tool_result') return []
  const images = toList(content)
    .filter(isRecord)
    .filter(block => block['type'] === 'image')
    .flatMap(block => toImagePart(block, dropped))
  if (images.length === 0) return []
  return [{ type: 'text', text: `Image of tool result ${toText(id) ?? ''}:` }, ...images]
}

function toTextPart(block: JsonObject): JsonObject[] {
  if (block['type'] === 'image') return []
  return block['type'] === 'text' ? [block] : [{ type: 'text', text: JSON.stringify(block) }]
}

function toPart(block: JsonObject, dropped: string[]): JsonObject[] {
  switch (block['type']) {
    case 'text':
      return [block]
    case 'image':
      return toImagePart(block, dropped)
    case 'document':
      return toDocumentPart(block, dropped)
    case 'search_result': {
      const { title, source, content } = block
      return [{ type: 'text', text: [title, source, ...toList(content).map(textOf)].map(String).join('\n') }]
    }
    case 'tool_result':
    case 'tool_use':
    case 'thinking':
    case 'redacted_thinking':
      return []
    default:
      dropped.push(toText(block['type']) ?? 'content block')
      return []
  }
}

function toImagePart({ type: _type, source, ...extras }: JsonObject, dropped: string[]): JsonObject[] {
  const { type: kind, url, data, media_type: media } = toObject(source)
  if (kind === 'file') {
    dropped.push('image')
    return []
  }
  const address = kind === 'url' ? url : `data:${toText(media) ?? ''};base64,${toText(data) ?? ''}`
  return [{ type: 'image_url', image_url: { url: address }, ...extras }]
}

/** The text of a document, as the gateway writes it for models that read only text. */
function toDocumentPart(block: JsonObject, dropped: string[]): JsonObject[] {
  const { type: _type, source, title, context, citations, ...extras } = block
  const named = typeof title === 'string' ? `document “${title}”` : 'document'
  const text = toDocumentText(toObject(source))
  if (text === null) {
    dropped.push(named)
    return []
  }
  if (toObject(citations)['enabled'] === true) dropped.push(`citations of ${named}`)
  const titled =
    typeof title === 'string' && title !== '' ? ` title="${title.replaceAll('"', '&quot;')}"` : ''
  const before = typeof context === 'string' && context !== '' ? `${context}\n` : ''
  return [{ type: 'text', text: `<document${titled}>\n${before}${text}\n</document>`, ...extras }]
}

/** @returns null: it is not text alone */
function toDocumentText({ type, data, content }: JsonObject): string | null {
  if (type === 'text') return toText(data)
  if (type !== 'content') return null
  if (typeof content === 'string') return content
  const blocks = toList(content)
  return blocks.every(block => toObject(block)['type'] === 'text') ? blocks.map(textOf).join('\n') : null
}

function textOf(block: unknown): string {
  return toText(toObject(block)['text']) ?? ''
}

function toCall({ type, id, name, input }: JsonObject): JsonObject[] {
  if (type !== 'tool_use') return []
  return [{ id, type: 'function', function: { name, arguments: JSON.stringify(input ?? {}) } }]
}

function toTool(tool: unknown, index: number, dropped: string[]): JsonObject[] {
  const { type, name, description, input_schema: parameters, strict, ...extras } = toObject(tool)
  // Those with another type run at Anthropic.
  if (type !== undefined && type !== null && type !== 'custom') {
    dropped.push(`tools.${index} (${toText(type) ?? 'unknown type'})`)
    return []
  }
  const called = {
    name,
    ...(description !== undefined && { description }),
    parameters,
    ...(strict !== undefined && { strict }),
  }
  return [{ type: 'function', function: called, ...extras }]
}

function toToolChoice(choice: unknown): JsonObject {
  const { type, name, disable_parallel_tool_use: single } = toObject(choice)
  const parallel = single === true && { parallel_tool_calls: false }
  switch (type) {
    case 'auto':
    case 'none':
      return { tool_choice: type, ...parallel }
    case 'any':
      return { tool_choice: 'required', ...parallel }
    case 'tool':
      return { tool_choice: { type: 'function', function: { name } }, ...parallel }
    default:
      return {}
  }
}
