import { type JsonObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import type { RequestBodies } from '#lib/contracts/console/requests.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import { readLoggedEvents } from './to-run.ts'

// The chat playground sends chat completions: requests of the Messages API are shown in its format.

/** A request of the Messages API as a chat request. */
export function toChatBody(sent: JsonObject): JsonObject {
  const stops = toList(sent['stop_sequences'])
  const tools = toList(sent['tools']).flatMap(toTool)
  return {
    ...pick(sent, ['model', 'models', 'max_tokens', 'temperature', 'top_p', 'top_k', 'stream']),
    messages: [...toSystem(sent['system']), ...toList(sent['messages']).flatMap(toMessages)],
    ...(stops.length > 0 && { stop: stops }),
    ...(tools.length > 0 && { tools, ...toToolChoice(sent['tool_choice']) }),
  }
}

/** Its logged answer as a completion, or as an error of the API. */
export function toChatAnswer(answer: RequestBodies['answer']): RequestBodies['answer'] {
  const read =
    answer.kind === 'events'
      ? assemble(readLoggedEvents(answer.text).map(({ data }) => toObject(readJson(data))))
      : toObject(readJson(answer.text))
  const shown = read['type'] === 'error' ? toError(read) : toCompletion(read)
  return { ...answer, kind: 'body', text: JSON.stringify(shown) }
}

function pick(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap(name => (name in from ? [[name, from[name]]] : [])))
}

function toSystem(system: unknown): JsonObject[] {
  const content = typeof system === 'string' ? system : textsOf(toList(system))
  return content === '' ? [] : [{ role: 'system', content }]
}

/** A turn; results of tools are messages of their own, before its text. */
function toMessages(turn: unknown): JsonObject[] {
  const { role, content } = toObject(turn)
  if (!Array.isArray(content)) return [{ role, content }]
  const blocks = content.filter(isRecord)
  const results = blocks.flatMap(({ type, tool_use_id: id, content: result }) =>
    type === 'tool_result' ? [{ role: 'tool', tool_call_id: id, content: textOf(result) }] : [],
  )
  const calls = blocks.flatMap(toCall)
  const parts = blocks.flatMap(toPart)
  const isText = role !== 'user' || parts.every(({ type }) => type === 'text')
  const said = isText ? textsOf(parts) : parts
  if (said.length === 0 && calls.length === 0) return results
  return [
    ...results,
    { role, content: said === '' ? null : said, ...(calls.length > 0 && { tool_calls: calls }) },
  ]
}

function toPart({ type, text, source }: JsonObject): JsonObject[] {
  if (type === 'text') return [{ type, text }]
  const { type: kind, url, data, media_type: media } = toObject(source)
  if (type === 'document' && kind === 'text') return [{ type: 'text', text: data }]
  if (type !== 'image') return []
  const address = kind === 'url' ? url : `data:${toText(media)};base64,${toText(data)}`
  return [{ type: 'image_url', image_url: { url: address } }]
}

function toCall({ type, id, name, input }: JsonObject): JsonObject[] {
  if (type !== 'tool_use') return []
  return [{ id, type: 'function', function: { name, arguments: JSON.stringify(input ?? {}) } }]
}

function toTool(tool: unknown): JsonObject[] {
  const { type, name, description, input_schema: parameters } = toObject(tool)
  // Those with another type run at Anthropic.
  if (type !== undefined && type !== 'custom') return []
  return [
    { type: 'function', function: { name, ...(description !== undefined && { description }), parameters } },
  ]
}

function toToolChoice(choice: unknown): JsonObject {
  const { type, name } = toObject(choice)
  switch (type) {
    case 'auto':
    case 'none':
      return { tool_choice: type }
    case 'any':
      return { tool_choice: 'required' }
    case 'tool':
      return { tool_choice: { type: 'function', function: { name } } }
    default:
      return {}
  }
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : textsOf(toList(content))
}

function textsOf(blocks: readonly unknown[]): string {
  return blocks.flatMap(block => toText(toObject(block)['text']) ?? []).join('\n\n')
}

/** The message that the events of a stream add up to; its error, if it ends with one. */
function assemble(events: readonly JsonObject[]): JsonObject {
  const last = events.at(-1) ?? {}
  if (last['type'] === 'error') return last
  const blocks: Record<string, unknown>[] = []
  let message: JsonObject = {}
  let json = ''
  for (const event of events) {
    const block = blocks.at(-1)
    const delta = toObject(event['delta'])
    if (event['type'] === 'message_start') message = toObject(event['message'])
    if (event['type'] === 'content_block_start') blocks.push({ ...toObject(event['content_block']) })
    if (event['type'] === 'message_delta')
      message = {
        ...message,
        ...delta,
        usage: { ...toObject(message['usage']), ...toObject(event['usage']) },
      }
    if (event['type'] === 'content_block_stop') {
      if (block?.['type'] === 'tool_use') block['input'] = readJson(json) ?? {}
      json = ''
    }
    if (event['type'] !== 'content_block_delta' || block === undefined) continue
    json += toText(delta['partial_json']) ?? ''
    for (const name of ['text', 'thinking'])
      if (delta[name] !== undefined) block[name] = `${toText(block[name]) ?? ''}${toText(delta[name]) ?? ''}`
  }
  return { ...message, content: blocks }
}

const finishReasons: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
}

function toCompletion({ id, model, content, stop_reason: stop, usage }: JsonObject): JsonObject {
  const blocks = toList(content).filter(isRecord)
  const joined = (name: string) => blocks.map(block => toText(block[name]) ?? '').join('')
  const calls = blocks.flatMap(toCall)
  const thought = joined('thinking')
  const message = {
    role: 'assistant',
    content: joined('text'),
    ...(thought !== '' && { reasoning_content: thought }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  const finish = finishReasons[toText(stop) ?? ''] ?? null
  return {
    id,
    object: 'chat.completion',
    model,
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: toUsage(toObject(usage)),
  }
}

function toUsage(usage: JsonObject): JsonObject {
  const count = (name: string) => toNumber(usage[name]) ?? 0
  const cached = count('cache_read_input_tokens')
  const prompt = count('input_tokens') + cached + count('cache_creation_input_tokens')
  const completion = count('output_tokens')
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached },
  }
}

function toError({ error }: JsonObject): JsonObject {
  const { type, message, details } = toObject(error)
  const { error_code: code = null, param = null } = toObject(details)
  return { error: { type, message, code, param } }
}
