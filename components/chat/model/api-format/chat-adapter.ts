import { type JsonObject, toList } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'
import type { FormatAdapter } from './format-adapter.ts'
import { readChunk, readCompletion } from './read-completion.ts'

/** Chat completions: the format that the playground edits. */
export const chatAdapter: FormatAdapter = {
  toSent: body => ({ body: withoutThinking(body), notes: [] }),
  readEvent: readChunk,
  readBody: readCompletion,
}

/** Signed or encrypted thinking belongs to other formats: chat completions reject it, or ignore it. */
function withoutThinking(body: JsonObject): JsonObject {
  const messages = toList(body['messages'])
  if (!messages.some(message => isRecord(message) && 'thinking_blocks' in message)) return body
  return { ...body, messages: messages.map(withoutBlocks) }
}

function withoutBlocks(message: unknown): unknown {
  if (!isRecord(message)) return message
  const { thinking_blocks: _, ...rest } = message
  return rest
}
