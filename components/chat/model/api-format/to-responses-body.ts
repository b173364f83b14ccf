import { type JsonObject, toList, toObject, toText } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'
import type { SentBody } from './format-adapter.ts'

/**
 * A chat request in the format of the Responses API. Fields that chat completions do not define are sent unchanged, so
 * that a request of the Responses API survives both ways.
 */
export function toResponsesBody(body: JsonObject): SentBody {
  const notes: string[] = []
  const conversation = toConversation(body['messages'], notes)
  const unchanged = Object.entries(body).filter(
    ([name, value]) => isGiven(value) && !(name in chatFields) && !merged.has(name),
  )
  const limit = body['max_completion_tokens'] ?? body['max_tokens']
  const written = {
    ...pick(body, ['model']),
    ...conversation,
    ...(isGiven(limit) && { max_output_tokens: limit }),
    ...pick(body, [
      'temperature',
      'top_p',
      'presence_penalty',
      'frequency_penalty',
      'top_logprobs',
      'stream',
      'models',
    ]),
    ...toTools(body),
    ...toTextFormat(body),
    ...toReasoning(body),
    ...pick(body, ['user', 'metadata']),
    ...Object.fromEntries(unchanged),
    // The console sends the whole conversation with every request.
    store: body['store'] ?? false,
  }
  return { body: written, notes: [...toUnsent(body), ...notes] }
}

/** The fields of a chat request: those of the Responses API, maybe by another name, and those that it has not. */
const chatFields = {
  model: 'translated',
  messages: 'translated',
  stream: 'translated',
  // Every stream of the Responses API ends with its token counts.
  stream_options: 'translated',
  temperature: 'translated',
  max_tokens: 'translated',
  max_completion_tokens: 'translated',
  top_p: 'translated',
  presence_penalty: 'translated',
  frequency_penalty: 'translated',
  seed: 'unsent',
  stop: 'unsent',
  n: 'unsent',
  logprobs: 'translated',
  top_logprobs: 'translated',
  logit_bias: 'unsent',
  response_format: 'translated',
  tools: 'translated',
  tool_choice: 'translated',
  parallel_tool_calls: 'translated',
  reasoning_effort: 'translated',
  user: 'translated',
  metadata: 'translated',
  models: 'translated',
} as const satisfies Readonly<Record<string, 'translated' | 'unsent'>>

/** Fields of the Responses API that fields of a chat request are written into. */
const merged: ReadonlySet<string> = new Set(['text', 'reasoning', 'include', 'store'])

function toUnsent(body: JsonObject): string[] {
  const names = Object.entries(chatFields)
    .filter(([name, how]) => how === 'unsent' && isGiven(body[name]))
    .map(([name]) => name)
  if (names.length === 0) return []
  return [
    `The Responses API has no ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}; not sent.`,
  ]
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function pick(body: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap(name => (isGiven(body[name]) ? [[name, body[name]]] : [])))
}

function toTools(body: JsonObject): JsonObject {
  const tools = toList(body['tools']).filter(isRecord)
  if (tools.length === 0) return {}
  return {
    tools: tools.map(toTool),
    ...(isGiven(body['tool_choice']) && { tool_choice: toToolChoice(body['tool_choice']) }),
    ...pick(body, ['parallel_tool_calls']),
  }
}

function toTool(tool: JsonObject): JsonObject {
  const { type, function: called, ...extras } = tool
  if (type !== 'function') return tool
  const { name, description, parameters, strict, ...rest } = toObject(called)
  return {
    type,
    name,
    ...(isGiven(description) && { description }),
    parameters: parameters ?? { type: 'object', properties: {} },
    // Unlike chat completions, the Responses API is strict by default.
    strict: strict ?? false,
    ...rest,
    ...extras,
  }
}

function toToolChoice(choice: unknown): unknown {
  if (!isRecord(choice)) return choice
  const { type, function: called, allowed_tools: allowed } = choice
  if (type === 'function') return { type, name: toObject(called)['name'] }
  if (type !== 'allowed_tools') return choice
  const { mode, tools } = toObject(allowed)
  return { type, mode, tools: toList(tools).map(toToolChoice) }
}

function toTextFormat({ response_format: format, text }: JsonObject): JsonObject {
  const { type, json_schema: schema } = toObject(format)
  const written = { ...toObject(text), ...(isGiven(type) && { format: { type, ...toSchema(type, schema) } }) }
  return Object.keys(written).length === 0 ? {} : { text: written }
}

function toSchema(type: unknown, given: unknown): JsonObject {
  if (type !== 'json_schema') return {}
  const { schema, ...named } = toObject(given)
  return { ...pick(named, Object.keys(named)), schema: schema ?? { type: 'object' } }
}

const reasoningContent = 'reasoning.encrypted_content'
const logprobsContent = 'message.output_text.logprobs'

/** Reasoning, and what the response includes of it: the next request must repeat it. */
function toReasoning(body: JsonObject): JsonObject {
  const { reasoning_effort: effort, reasoning, logprobs, include } = body
  const reasons = isGiven(effort) && effort !== 'none'
  const written = {
    ...(isGiven(effort) && { effort }),
    ...(reasons && { summary: 'auto' }),
    ...toObject(reasoning),
  }
  const included = new Set([
    ...toList(include),
    ...(reasons ? [reasoningContent] : []),
    ...(logprobs === true ? [logprobsContent] : []),
  ])
  return {
    ...(Object.keys(written).length > 0 && { reasoning: written }),
    ...(included.size > 0 && { include: [...included] }),
  }
}

function toConversation(messages: unknown, notes: string[]): JsonObject {
  if (!Array.isArray(messages)) return { input: messages }
  const given = messages.filter(isRecord)
  const [first, ...others] = given
  // Only one plain text fits into `instructions`; other instructions are items.
  const leads = first?.['role'] === 'system' && typeof first['content'] === 'string'
  return {
    ...(leads && { instructions: first['content'] }),
    input: (leads ? others : given).flatMap(message => toItems(message, notes)),
  }
}

function toItems(message: JsonObject, notes: string[]): JsonObject[] {
  const { role, content, name, ...rest } = message
  const note = 'The Responses API has no name of a message; not sent.'
  if (isGiven(name) && role !== 'function' && !notes.includes(note)) notes.push(note)
  switch (role) {
    case 'assistant':
      return toAnswerItems(message)
    case 'tool': {
      const { tool_call_id: id, ...extras } = rest
      return [{ type: 'function_call_output', call_id: id, output: toContent(content), ...extras }]
    }
    case 'function':
      return [{ role: 'user', content: `${toText(name) ?? ''}: ${toText(content) ?? ''}` }]
    default:
      return [{ role, content: toContent(content), ...rest }]
  }
}

/** Reasoning comes before the text and the calls that it led to. */
function toAnswerItems(message: JsonObject): JsonObject[] {
  const { content, refusal, tool_calls: calls, thinking_blocks: thoughts } = message
  const reasoning = toList(thoughts).filter(item => isRecord(item) && item['type'] === 'reasoning')
  const called = toList(calls).map(toCallItem)
  const text = typeof content === 'string' && content !== '' ? content : (toText(refusal) ?? '')
  const said = Array.isArray(content) ? content.map(toAnswerPart) : text
  const isEmpty = said.length === 0 && called.length > 0
  return [
    ...reasoning.filter(isRecord),
    ...(isEmpty ? [] : [{ role: 'assistant', content: said }]),
    ...called,
  ]
}

function toAnswerPart(part: unknown): unknown {
  const { type, text } = toObject(part)
  return type === 'text' ? { type: 'output_text', text } : part
}

function toCallItem(call: unknown): JsonObject {
  const { id, function: called } = toObject(call)
  const { name, arguments: given } = toObject(called)
  return { type: 'function_call', call_id: id, name, arguments: given }
}

function toContent(content: unknown): unknown {
  return Array.isArray(content) ? content.map(toPart) : content
}

function toPart(part: unknown): unknown {
  const { type, text, image_url: image, file, ...extras } = toObject(part)
  switch (type) {
    case 'text':
      return { type: 'input_text', text, ...extras }
    case 'image_url': {
      const { url, detail } = toObject(image)
      return { type: 'input_image', image_url: url, detail: detail ?? 'auto', ...extras }
    }
    case 'file':
      return { type: 'input_file', ...toObject(file), ...extras }
    default:
      return part
  }
}
