import { toList, toObject } from '#lib/client/json-value.ts'
import { prettyJson } from '#lib/client/pretty-json.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import type { Run } from '#lib/client/run.ts'

/** The response of a run as comparable text: content, links or scores, without ids and times. */
export function toAnswerText({ response, events }: Pick<Run, 'response' | 'events'>): string {
  if (response?.body) return toText(readJson(response.body)) ?? prettyJson(response.body)
  const answers = events.flatMap(({ kind, data }) => {
    const event = kind === 'data' && data !== '[DONE]' ? readJson(data) : null
    return isRecord(event) ? [event] : []
  })
  const last = answers.findLast(event => event['object'] === 'map.result' || event['error'] !== undefined)
  const streamed = answers.map(toDelta).join('')
  const end = last === undefined ? '' : (toText(last) ?? JSON.stringify(last, null, 2))
  return [streamed, end].filter(text => text !== '').join('\n\n')
}

function toDelta(event: Readonly<Record<string, unknown>>): string {
  if (typeof event['type'] === 'string' && event['type'].startsWith('response.'))
    return toResponseDelta(event)
  if (!Array.isArray(event['choices'])) return toMessageDelta(event)
  const { delta } = toObject(event['choices'][0])
  const { content, tool_calls: calls } = toObject(delta)
  const asked = toList(calls).map(call => toObject(toObject(call)['function']))
  const called = asked.map(
    ({ name, arguments: given }) => (formatValue(name) && `\n${formatValue(name)} `) + formatValue(given),
  )
  return formatValue(content) + called.join('')
}

/** An event of the Responses API. Its reasoning is not part of the answer, nor is that of other formats. */
function toResponseDelta({ type, delta, item }: Readonly<Record<string, unknown>>): string {
  if (type === 'response.output_item.added') {
    const { name } = toObject(item)
    return typeof name === 'string' ? `\n${name} ` : ''
  }
  return contentEvents.has(type) ? formatValue(delta) : ''
}

const contentEvents: ReadonlySet<unknown> = new Set([
  'response.output_text.delta',
  'response.refusal.delta',
  'response.function_call_arguments.delta',
  'response.custom_tool_call_input.delta',
])

/** An event of the Messages API. */
function toMessageDelta({ content_block: block, delta }: Readonly<Record<string, unknown>>): string {
  const { text, partial_json: json } = toObject(delta)
  const { type, name, text: first } = toObject(block)
  const called = type === 'tool_use' ? `\n${formatValue(name)} ` : formatValue(first)
  return called + formatValue(text) + formatValue(json)
}

/** @returns null for a shape without text */
function toText(answer: unknown): string | null {
  if (!isRecord(answer)) return null
  const { choices, links, results, data, content, error } = answer
  if (isRecord(error)) {
    const code = error['code'] ?? toObject(error['details'])['error_code'] ?? error['type']
    return `${String(code)}: ${String(error['message'])}`
  }
  if (Array.isArray(choices)) {
    return choices.map(choice => toMessage(toObject(toObject(choice)['message']))).join('\n\n')
  }
  if (Array.isArray(links)) return links.join('\n')
  if (Array.isArray(results)) return results.map(toHit).join('\n')
  if (Array.isArray(data)) return data.map(toVector).join('\n')
  if (isRecord(data)) return toText(data) ?? toPage(data)
  if (answer['object'] === 'response') return toList(answer['output']).map(toItem).filter(Boolean).join('\n')
  if (answer['type'] === 'message') return toList(content).map(toBlock).filter(Boolean).join('\n')
  return typeof content === 'string' ? content : null
}

/** A content block of the Messages API, as a stream of it reads. */
function toBlock(value: unknown): string {
  const { type, text, name, input } = toObject(value)
  return type === 'tool_use' ? `${formatValue(name)} ${JSON.stringify(input)}` : formatValue(text)
}

/** An output item of the Responses API, as a stream of it reads. */
function toItem(value: unknown): string {
  const { type, content, name, arguments: given, input } = toObject(value)
  if (typeof name === 'string') return `${name} ${formatValue(given ?? input)}`
  if (type !== 'message') return ''
  const parts = toList(content).map(toObject)
  return parts.map(({ text, refusal }) => formatValue(text ?? refusal)).join('')
}

function toMessage({ content, tool_calls: calls }: Readonly<Record<string, unknown>>): string {
  const called = toList(calls).map(call => JSON.stringify(toObject(call)['function']))
  return [formatValue(content), ...called].filter(Boolean).join('\n')
}

function toHit(hit: unknown): string {
  const { index, relevance_score: score, document, title, url, content } = toObject(hit)
  const text = isRecord(document) ? document['text'] : document
  // A search result, not a ranking.
  if (typeof index !== 'number') return [title, url, content].map(formatValue).filter(Boolean).join('\n')
  return `${index}  ${typeof score === 'number' ? score.toFixed(4) : '–'}  ${typeof text === 'string' ? text.slice(0, 200) : ''}`.trimEnd()
}

const shownNumbers = 8

function toVector(item: unknown): string {
  const { index, embedding } = toObject(item)
  if (!Array.isArray(embedding)) return `${String(index)}  ${String(embedding).slice(0, 80)}`
  const head = embedding.slice(0, shownNumbers).map(value => Number(value).toFixed(4))
  return `${String(index)}  ${embedding.length} dimensions  ${head.join(' ')} …`
}

/** The text of a page or document, in the first format it has. */
function toPage(data: Readonly<Record<string, unknown>>): string | null {
  const { markdown, text, html, rawHtml, chunks, pages } = data
  const inner = toObject(data['data'])
  const parts = toList(chunks ?? pages ?? inner['chunks'] ?? inner['pages'])
  const form = [markdown, text, html, rawHtml].find(each => typeof each === 'string')
  if (typeof form === 'string') return form
  return parts.length === 0 ? null : parts.map(part => formatValue(toObject(part)['content'])).join('\n\n')
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
