import { type JsonObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import { maxTokensDefault } from './api-formats.ts'
import type { SentBody } from './format-adapter.ts'

/**
 * A chat request in the format of the Messages API. Fields that chat completions do not define are sent unchanged, so
 * that a request of the Messages API survives both ways.
 */
export function toMessagesBody(body: JsonObject): SentBody {
  const notes: string[] = []
  const turns = toTurns(body['messages'], notes)
  const fields = Object.entries(body).flatMap(([name, value]) =>
    name in chatFields || value === null ? [] : [[name, value] as const],
  )
  const written = {
    ...pick(body, ['model']),
    max_tokens: body['max_completion_tokens'] ?? body['max_tokens'] ?? maxTokensDefault,
    ...turns,
    ...toTemperature(body, notes),
    ...pick(body, ['top_p', 'stream', 'models']),
    ...toStop(body),
    ...toTools(body, notes),
    ...toOutput(body, notes),
    ...toUser(body),
    ...Object.fromEntries(fields.filter(([name]) => !merged.has(name))),
  }
  return { body: written, notes: [...toUnsent(body), ...notes] }
}

/** The fields of a chat request: those of the Messages API by another name, and those that it has not. */
const chatFields = {
  model: 'translated',
  messages: 'translated',
  stream: 'translated',
  // Every stream of the Messages API ends with its token counts.
  stream_options: 'translated',
  temperature: 'translated',
  max_tokens: 'translated',
  max_completion_tokens: 'translated',
  top_p: 'translated',
  presence_penalty: 'unsent',
  frequency_penalty: 'unsent',
  seed: 'unsent',
  stop: 'translated',
  n: 'unsent',
  logprobs: 'unsent',
  top_logprobs: 'unsent',
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

const merged: ReadonlySet<string> = new Set(['output_config', 'thinking'])

function toUnsent(body: JsonObject): string[] {
  const names = Object.entries(chatFields)
    .filter(([name, how]) => how === 'unsent' && isGiven(body[name]))
    .map(([name]) => name)
  if (names.length === 0) return []
  return [
    `The Messages API has no ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}; not sent.`,
  ]
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function pick(body: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap(name => (isGiven(body[name]) ? [[name, body[name]]] : [])))
}

function toTemperature({ temperature }: JsonObject, notes: string[]): JsonObject {
  if (!isGiven(temperature)) return {}
  if ((toNumber(temperature) ?? 0) <= 1) return { temperature }
  notes.push('temperature is at most 1 in the Messages API; 1 is sent.')
  return { temperature: 1 }
}

function toStop({ stop }: JsonObject): JsonObject {
  if (!isGiven(stop)) return {}
  return { stop_sequences: Array.isArray(stop) ? stop : [stop] }
}

function toUser(body: JsonObject): JsonObject {
  const { user, metadata } = body
  if (!isGiven(user)) return pick(body, ['metadata'])
  return { metadata: { user_id: user, ...toObject(metadata) } }
}

function toTools(body: JsonObject, notes: string[]): JsonObject {
  const given = toList(body['tools']).filter(isRecord)
  if (given.length === 0) return {}
  const { choice, allowed } = toToolChoice(body['tool_choice'])
  const tools = given.filter(tool => allowed?.has(nameOf(tool)) ?? true).map(toTool)
  const single = body['parallel_tool_calls'] === false && choice?.['type'] !== 'none'
  if (tools.length < given.length)
    notes.push('Only the allowed tools are sent: the Messages API has no list of them.')
  return {
    tools,
    ...(choice !== null && { tool_choice: choice }),
    ...(single && { tool_choice: { type: 'auto', ...choice, disable_parallel_tool_use: true } }),
  }
}

function toTool({ type: _type, function: called, ...extras }: JsonObject): JsonObject {
  const { parameters, ...rest } = toObject(called)
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => isGiven(value))),
    input_schema: parameters ?? { type: 'object', properties: {} },
    ...extras,
  }
}

interface ToolChoice {
  readonly choice: JsonObject | null
  /** Names; null: all. */
  readonly allowed: ReadonlySet<string> | null
}

function toToolChoice(choice: unknown): ToolChoice {
  const { type, function: called, allowed_tools: list } = toObject(choice)
  if (type === 'function') return { choice: { type: 'tool', name: toObject(called)['name'] }, allowed: null }
  if (type === 'allowed_tools') {
    const { mode, tools } = toObject(list)
    const allowed = new Set(toList(tools).map(tool => nameOf(toObject(tool))))
    return { choice: { type: mode === 'required' ? 'any' : 'auto' }, allowed }
  }
  const named = choice === 'required' ? 'any' : choice
  return { choice: typeof named === 'string' ? { type: named } : null, allowed: null }
}

function nameOf({ name, function: called }: JsonObject): string {
  return toText(toObject(called)['name']) ?? toText(name) ?? ''
}

/** Reasoning and the schema of the answer. */
function toOutput(body: JsonObject, notes: string[]): JsonObject {
  const { reasoning_effort: effort, response_format: format, thinking, output_config: own } = body
  const { type, json_schema: schema } = toObject(format)
  if (type === 'json_object')
    notes.push('response_format json_object is not sent; the Messages API requires a schema.')
  const reasons = typeof effort === 'string' && effort !== 'none'
  const off = effort === 'none' ? { type: 'disabled' } : null
  const output = {
    ...(reasons && { effort: effort === 'minimal' ? 'low' : effort }),
    ...(type === 'json_schema' && {
      format: { type, schema: toObject(schema)['schema'] ?? { type: 'object' } },
    }),
    ...toObject(own),
  }
  const thought = thinking ?? (reasons ? { type: 'adaptive' } : off)
  return {
    ...(isGiven(thought) && { thinking: thought }),
    ...(Object.keys(output).length > 0 && { output_config: output }),
  }
}

interface Turn {
  readonly role: string
  readonly content: string | readonly JsonObject[]
  /** Members of a turn that chat messages carry along unread. */
  readonly extras: JsonObject
}

function toTurns(messages: unknown, notes: string[]): JsonObject {
  if (!Array.isArray(messages)) return { messages }
  const given = messages.filter(isRecord)
  const first = given.findIndex(({ role }) => !isInstruction(role))
  const leading = first === -1 ? given : given.slice(0, first)
  const turns = given.slice(leading.length).flatMap(message => toTurn(message, notes))
  return { ...toSystem(leading), messages: turns.reduce(addTurn, []).map(printTurn) }
}

function isInstruction(role: unknown): boolean {
  return role === 'system' || role === 'developer'
}

function toSystem(leading: readonly JsonObject[]): JsonObject {
  if (leading.length === 0) return {}
  const [only] = leading
  if (leading.length === 1 && typeof only?.['content'] === 'string') return { system: only['content'] }
  return { system: leading.flatMap(({ content }) => toBlocks(content)) }
}

function toTurn(message: JsonObject, notes: string[]): Turn[] {
  const { role, content, name, ...rest } = message
  if (isGiven(name) && role !== 'function')
    addOnce(notes, 'The Messages API has no name of a message; not sent.')
  switch (role) {
    case 'assistant':
      return [toAssistantTurn(message)]
    case 'tool': {
      const { tool_call_id: id, ...extras } = rest
      const result = { type: 'tool_result', tool_use_id: id, content: toResult(content), ...extras }
      return [{ role: 'user', content: [result], extras: {} }]
    }
    case 'function':
      return [{ role: 'user', content: `${toText(name) ?? ''}: ${toText(content) ?? ''}`, extras: {} }]
    default: {
      if (toList(content).some(part => isGiven(toObject(toObject(part)['image_url'])['detail'])))
        addOnce(notes, 'The Messages API has no detail of an image; not sent.')
      const said = typeof content === 'string' ? content : toBlocks(content)
      const speaker = isInstruction(role) ? 'system' : (toText(role) ?? 'user')
      return [{ role: speaker, content: said, extras: rest }]
    }
  }
}

function addOnce(notes: string[], note: string): void {
  if (!notes.includes(note)) notes.push(note)
}

function toAssistantTurn(message: JsonObject): Turn {
  const { role: _role, content, refusal, tool_calls: calls, name: _name, ...rest } = message
  const { thinking_blocks: thoughts, reasoning_content: _reasoning, ...extras } = rest
  // Reasoning of the Responses API is of no use to other servers.
  const thought = toList(thoughts)
    .filter(isRecord)
    .filter(({ type }) => type !== 'reasoning')
  const used = toList(calls).map(toToolUse)
  const text = typeof content === 'string' && content !== '' ? content : (toText(refusal) ?? '')
  if (thought.length === 0 && used.length === 0 && !Array.isArray(content))
    return { role: 'assistant', content: text, extras }
  const said = Array.isArray(content) ? toBlocks(content) : toBlocks(text)
  return { role: 'assistant', content: [...thought, ...said, ...used], extras }
}

function toToolUse(call: unknown): JsonObject {
  const { id, function: called } = toObject(call)
  const { name, arguments: given } = toObject(called)
  return { type: 'tool_use', id, name, input: toInput(toText(given) ?? '') }
}

function toInput(text: string): JsonObject {
  const input = text === '' ? {} : readJson(text)
  // The model wrote the invalid JSON itself and needs to see it.
  return isRecord(input) ? input : { invalid_json: text }
}

function toResult(content: unknown): unknown {
  return Array.isArray(content) ? toBlocks(content) : content
}

/** Content blocks; empty texts are invalid in the Messages API. */
function toBlocks(content: unknown): JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return toList(content).filter(isRecord).flatMap(toBlock)
}

function toBlock(part: JsonObject): JsonObject[] {
  if (part['type'] === 'text') return part['text'] === '' ? [] : [part]
  if (part['type'] !== 'image_url') return [part]
  const { type: _type, image_url: image, ...extras } = part
  return [{ type: 'image', source: toSource(toText(toObject(image)['url']) ?? ''), ...extras }]
}

function toSource(url: string): JsonObject {
  const match = /^data:([\w/+.-]+);base64,/i.exec(url)
  if (match === null) return { type: 'url', url }
  return { type: 'base64', media_type: match[1], data: url.slice(match[0].length) }
}

/** Results of tools and the text after them are one turn, as the Messages API requires. */
function addTurn(turns: readonly Turn[], turn: Turn): readonly Turn[] {
  const last = turns.at(-1)
  const joins = last?.role === 'user' && turn.role === 'user' && holdsResult(last)
  if (!joins) return [...turns, turn]
  return [
    ...turns.slice(0, -1),
    {
      ...last,
      content: [...toBlocks(last.content), ...toBlocks(turn.content)],
      extras: { ...last.extras, ...turn.extras },
    },
  ]
}

function holdsResult({ content }: Turn): boolean {
  return typeof content !== 'string' && content.some(({ type }) => type === 'tool_result')
}

function printTurn({ role, content, extras }: Turn): JsonObject {
  return { role, content, ...extras }
}
