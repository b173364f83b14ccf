import type { ChatMessage } from '#lib/contracts/chat-message.ts'
import type { ChatRequest } from '#lib/contracts/chat.ts'
import type { Quirks } from './quirks.ts'
import { toNineAlphanumerics } from './tool-id.ts'

/** The request as its server wants it: its model name, its names for fields, without what it refuses or what is null. */
export function toUpstreamBody(
  request: ChatRequest,
  modelId: string,
  quirks: Quirks,
  stream: boolean,
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const field in request) {
    const value = request[field]
    if (value === null || value === undefined || ours.has(field) || quirks.strip?.includes(field)) continue
    body[quirks.rename?.[field] ?? field] = value
  }
  body['model'] = modelId
  body['messages'] = toUpstreamMessages(request.messages, quirks)
  const tokens = request.max_completion_tokens ?? request.max_tokens
  if (tokens !== null && tokens !== undefined) body[quirks.tokenLimit ?? 'max_tokens'] = tokens
  if (quirks.schemaInJsonObject === true && request.response_format?.type === 'json_schema') {
    body['response_format'] = { type: 'json_object', schema: request.response_format.json_schema.schema }
  }
  if (stream) {
    body['stream'] = true
    if (quirks.streamUsage !== 'never') body['stream_options'] = streamOptions(request, quirks)
  }
  return body
}

// Written anew below, or meant for us alone.
const ours: ReadonlySet<string> = new Set([
  'model',
  'models',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
])

function streamOptions(request: ChatRequest, quirks: Quirks): Record<string, unknown> {
  const continuous = quirks.streamUsage === 'continuous' ? { continuous_usage_stats: true } : {}
  return { ...request.stream_options, include_usage: true, ...continuous }
}

function toUpstreamMessages(messages: readonly ChatMessage[], quirks: Quirks): readonly unknown[] {
  return messages.map(message => (fits(message, quirks) ? message : toUpstreamMessage(message, quirks)))
}

// Most messages pass as they are, and long conversations are sent at every turn.
function fits(message: ChatMessage, quirks: Quirks): boolean {
  if (message.role === 'developer' && quirks.knowsDeveloper !== true) return false
  if (quirks.toolIds !== undefined && (message.role === 'tool' || message.role === 'assistant')) return false
  for (const field in message) {
    if (message[field] === null && field !== 'content') return false
    if (quirks.stripFromMessages?.includes(field)) return false
  }
  return true
}

function toUpstreamMessage(message: ChatMessage, quirks: Quirks): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const field in message) {
    const value = message[field]
    if ((value === null && field !== 'content') || quirks.stripFromMessages?.includes(field)) continue
    copy[field] = value
  }
  if (message.role === 'developer' && quirks.knowsDeveloper !== true) copy['role'] = 'system'
  if (quirks.toolIds === undefined) return copy
  if (message.role === 'tool') copy['tool_call_id'] = toNineAlphanumerics(message.tool_call_id)
  if (message.role === 'assistant' && message.tool_calls) {
    copy['tool_calls'] = message.tool_calls.map(call => ({ ...call, id: toNineAlphanumerics(call.id) }))
  }
  return copy
}
