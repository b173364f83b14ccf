import { toObject, type JsonObject } from '#lib/client/json-value.ts'
import { readJsonRecord } from '#lib/read-json.ts'

/** The end and the content of an event stream, for its state and its time to first token. */
export interface StreamFormat {
  /** Whether an event is the last one of a complete stream. */
  readonly isEnd: (data: string) => boolean
  /** Whether an event has visible content, which the time to first token counts. */
  readonly isContent: (data: string) => boolean
}

/** The format of the streams of an API path. */
export function streamFormatOf(path: string): StreamFormat {
  return formats[path] ?? chunks
}

const done = '[DONE]'

/** Chat completions, maps and searches. */
const chunks: StreamFormat = { isEnd: data => data === done, isContent: isContentChunk }

const formats: Readonly<Record<string, StreamFormat>> = {
  '/v1/messages': {
    isEnd: data => data.includes('message_stop') && typeOf(data) === 'message_stop',
    isContent: isContentBlock,
  },
  '/v1/responses': {
    isEnd: data => ends.some(type => data.includes(type) && typeOf(data) === type),
    isContent: isContentItem,
  },
}

const ends = ['response.completed', 'response.incomplete']

function typeOf(data: string): unknown {
  return readJsonRecord(data)?.['type']
}

/**
 * A chat event with only a role has no content, nor do the step events of a search. Events of unknown shape do.
 */
function isContentChunk(data: string): boolean {
  if (data === done) return false
  const choices = readJsonRecord(data)?.['choices']
  return !Array.isArray(choices) || choices.some(hasContent)
}

function hasContent(choice: unknown): boolean {
  const { delta, finish_reason: finish } = toObject(choice)
  if (typeof finish === 'string') return true
  const { role: _role, details: _details, ...rest } = toObject(delta)
  return Object.values(rest).some(value => value !== null && value !== '' && value !== undefined)
}

// `message_start` and `ping` come before the model has written anything.
function isContentBlock(data: string): boolean {
  const { type, content_block: block, delta } = readJsonRecord(data) ?? {}
  if (type === 'message_delta') return true
  if (type === 'content_block_start') return toObject(block)['type'] === 'tool_use'
  return type === 'content_block_delta' && isWritten(toObject(delta))
}

function isWritten({ text, thinking, partial_json: json }: JsonObject): boolean {
  return [text, thinking, json].some(part => typeof part === 'string' && part !== '')
}

// The first events repeat the request, and open items that are still empty.
function isContentItem(data: string): boolean {
  const { type, item, delta } = readJsonRecord(data) ?? {}
  if (type === 'response.output_item.added') return 'call_id' in toObject(item)
  return (typeof delta === 'string' && delta !== '') || ends.some(end => end === type)
}
