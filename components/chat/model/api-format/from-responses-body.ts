import { type JsonObject, toList, toObject, toText } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'
import type { ReadBody } from './format-adapter.ts'

/**
 * A request of the Responses API as the chat request that `toResponsesBody` turns into it again. Unlike the translation
 * in the gateway, which prepares a request for another vendor, it keeps fields that only OpenAI's models read.
 */
export function fromResponsesBody(sent: JsonObject): ReadBody {
  const { instructions, input, tools, tool_choice: choice, text, reasoning, store, ...rest } = sent
  const { max_output_tokens: limit, ...fields } = rest
  const dropped: string[] = []
  const read = toList(tools).flatMap((tool, index) => toTools(tool, `tools.${index}`, dropped))
  const { format, ...texts } = toObject(text)
  const { effort, ...reasons } = toObject(reasoning)
  const body = {
    ...fields,
    messages: [...toSystem(instructions), ...toMessages(input, dropped)],
    ...(isGiven(limit) && { max_tokens: limit }),
    ...(read.length > 0 && { tools: read, ...(isGiven(choice) && { tool_choice: toToolChoice(choice) }) }),
    ...(isRecord(format) && { response_format: toResponseFormat(format) }),
    ...(Object.keys(texts).length > 0 && { text: texts }),
    ...(isGiven(effort) && { reasoning_effort: effort }),
    ...(Object.keys(reasons).length > 0 && { reasoning: reasons }),
    ...(store === true && { store }),
  }
  return { body, dropped }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function toSystem(instructions: unknown): JsonObject[] {
  return typeof instructions === 'string' ? [{ role: 'system', content: instructions }] : []
}

function toMessages(input: unknown, dropped: string[]): JsonObject[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  const messages: JsonObject[] = []
  for (const item of toList(input).filter(isRecord)) addItem(messages, item, dropped)
  return messages
}

function addItem(messages: JsonObject[], item: JsonObject, dropped: string[]): void {
  const { type, role, content } = item
  switch (type ?? 'message') {
    case 'message':
      if (role === 'assistant') return addToAnswer(messages, toSaid(content))
      messages.push({ role, content: toContent(content, dropped) })
      return
    case 'function_call':
      return addToAnswer(messages, { tool_calls: [toCall(item, item['arguments'])] })
    case 'custom_tool_call':
      return addToAnswer(messages, { tool_calls: [toCall(item, JSON.stringify({ input: item['input'] }))] })
    case 'function_call_output':
    case 'custom_tool_call_output':
      messages.push(...toToolMessages(item, dropped))
      return
    case 'reasoning':
      // Without its encrypted content, only the server that stored it can use it.
      if (typeof item['encrypted_content'] === 'string') addToAnswer(messages, { thinking_blocks: [item] })
      else dropped.push('reasoning')
      return
    default:
      dropped.push(toText(type) ?? 'item')
  }
}

/** Neighboring texts, calls and reasoning of the assistant are one message. */
function addToAnswer(messages: JsonObject[], part: JsonObject): void {
  const last = messages.at(-1)
  if (last?.['role'] !== 'assistant') {
    messages.push({ role: 'assistant', content: null, ...part })
    return
  }
  const texts = [last['content'], part['content']].filter(text => typeof text === 'string' && text !== '')
  const lists = ['tool_calls', 'thinking_blocks'].flatMap(name => {
    const all = [...toList(last[name]), ...toList(part[name])]
    return all.length === 0 ? [] : [[name, all] as const]
  })
  messages[messages.length - 1] = {
    ...last,
    ...part,
    content: texts.length === 0 ? null : texts.join('\n\n'),
    ...Object.fromEntries(lists),
  }
}

function toSaid(content: unknown): JsonObject {
  if (typeof content === 'string') return { content }
  const parts = toList(content).map(toObject)
  const refusal = parts.map(part => toText(part['refusal']) ?? '').join('')
  return {
    content: parts.map(part => toText(part['text']) ?? '').join(''),
    ...(refusal !== '' && { refusal }),
  }
}

function toCall({ call_id: id, name, namespace }: JsonObject, written: unknown): JsonObject {
  return { id, type: 'function', function: { name: toName(name, namespace), arguments: written } }
}

/** Functions of a namespace have no other place in a chat. */
function toName(name: unknown, namespace: unknown): unknown {
  return typeof namespace === 'string' ? `${namespace}__${toText(name) ?? ''}` : name
}

/** Results of chat requests are text: images in them follow in the turn of the user, as the gateway sends them. */
function toToolMessages({ call_id: id, output }: JsonObject, dropped: string[]): JsonObject[] {
  if (!Array.isArray(output)) return [{ role: 'tool', tool_call_id: id, content: output ?? '' }]
  const parts = output.flatMap(part => toPart(part, dropped))
  const texts = parts.filter(({ type }) => type === 'text')
  const images = parts.filter(({ type }) => type !== 'text')
  const said = { type: 'text', text: `Image of tool result ${toText(id) ?? ''}:` }
  return [
    { role: 'tool', tool_call_id: id, content: texts.length === 0 ? '' : texts },
    ...(images.length > 0 ? [{ role: 'user', content: [said, ...images] }] : []),
  ]
}

function toContent(content: unknown, dropped: string[]): unknown {
  if (!Array.isArray(content)) return content
  const parts = content.flatMap(part => toPart(part, dropped))
  const [only] = parts
  // One plain text as a string, so that it can be edited.
  return parts.length === 1 && only?.['type'] === 'text' ? only['text'] : parts
}

function toPart(part: unknown, dropped: string[]): JsonObject[] {
  const { type, text, image_url: url, detail, filename } = toObject(part)
  if (typeof text === 'string') return [{ type: 'text', text }]
  if (type === 'input_image' && typeof url === 'string') {
    const isChosen = isGiven(detail) && detail !== 'auto'
    return [{ type: 'image_url', image_url: { url, ...(isChosen && { detail }) } }]
  }
  const name = type === 'input_image' ? 'image' : type === 'input_file' ? 'file' : (toText(type) ?? 'part')
  dropped.push(typeof filename === 'string' ? `${name} “${filename}”` : name)
  return []
}

function toTools(tool: unknown, path: string, dropped: string[]): JsonObject[] {
  const { type, name, description, parameters, strict, format, tools, ...extras } = toObject(tool)
  const told = { name, ...(isGiven(description) && { description }) }
  switch (type) {
    case 'function': {
      // False is what the request sends for a chat without it.
      const called = { ...told, parameters, ...(strict === true && { strict }) }
      return [{ type, function: called, ...extras }]
    }
    case 'custom':
      if (toObject(format)['type'] === 'grammar') dropped.push(`${path}.format`)
      return [{ type: 'function', function: { ...told, parameters: inputSchema } }]
    case 'namespace':
      return toList(tools).flatMap((each, index) => {
        const inner = toObject(each)
        return toTools({ ...inner, name: toName(inner['name'], name) }, `${path}.tools.${index}`, dropped)
      })
    default:
      dropped.push(`${path} (${toText(type) ?? 'unknown type'})`)
      return []
  }
}

/** A custom tool gets plain text. */
const inputSchema = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

function toToolChoice(choice: unknown): unknown {
  if (!isRecord(choice)) return choice
  const { type, name, namespace, mode, tools } = choice
  if (type === 'allowed_tools')
    return { type, allowed_tools: { mode, tools: toList(tools).map(toToolChoice) } }
  if (type !== 'function' && type !== 'custom') return choice
  return { type: 'function', function: { name: toName(name, namespace) } }
}

function toResponseFormat(format: JsonObject): JsonObject {
  const { type, ...schema } = format
  return type === 'json_schema' ? { type, json_schema: schema } : { type }
}
