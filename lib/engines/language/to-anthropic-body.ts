import type { ChatRequest } from '#lib/contracts/chat.ts'
import { UpstreamError } from '#lib/engines/upstream-error.ts'
import { toAnthropicMessages } from './anthropic-messages.ts'

const maxTokensDefault = 4096
// The server refuses fields that it does not know; these are its own, and pass.
const passed = ['top_p', 'top_k', 'thinking', 'service_tier', 'output_config', 'cache_control'] as const

/** A chat request as the Messages API takes it. @throws ApiError `unsupported_parameter` */
export function toAnthropicBody(
  request: ChatRequest,
  modelId: string,
  stream: boolean,
): Record<string, unknown> {
  if ((request.n ?? 1) > 1) throw unsupported('n', 'This provider gives one answer at a time.')
  const { system, messages } = toAnthropicMessages(request.messages)
  const { temperature, stop, user } = request
  const body: Record<string, unknown> = {
    model: modelId,
    max_tokens: request.max_completion_tokens ?? request.max_tokens ?? maxTokensDefault,
    messages,
    stream,
  }
  for (const field of passed) {
    if (request[field] !== undefined && request[field] !== null) body[field] = request[field]
  }
  if (system !== '') body['system'] = system
  // Its scale ends where ours is half way.
  if (typeof temperature === 'number') body['temperature'] = Math.min(temperature, 1)
  if (stop !== null && stop !== undefined) body['stop_sequences'] = typeof stop === 'string' ? [stop] : stop
  if (typeof user === 'string') body['metadata'] = { user_id: user }
  const format = toFormat(request)
  if (format !== null) body['output_config'] = { ...asRecord(body['output_config']), format }
  return { ...body, ...toTools(request) }
}

function toFormat({ response_format: format }: ChatRequest): unknown {
  switch (format?.type) {
    case undefined:
    case 'text':
      return null
    case 'json_schema':
      return { type: 'json_schema', schema: format.json_schema.schema ?? { type: 'object' } }
    case 'json_object':
      throw unsupported('response_format', 'This provider needs a schema: use response_format json_schema.')
  }
}

function toTools(request: ChatRequest): Record<string, unknown> {
  if (!request.tools || request.tools.length === 0) return {}
  const choice = request.tool_choice
  const allowed =
    typeof choice === 'object' && choice?.type === 'allowed_tools'
      ? new Set(choice.allowed_tools.tools.map(tool => asRecord(tool['function'])['name'] ?? tool['name']))
      : null
  const tools = request.tools
    .filter(tool => allowed === null || allowed.has(tool.function.name))
    .map(({ function: { name, description, parameters } }) => ({
      name,
      ...(description && { description }),
      input_schema: parameters ?? { type: 'object', properties: {} },
    }))
  const chosen = toToolChoice(choice)
  const single = request.parallel_tool_calls === false && chosen['type'] !== 'none'
  return { tools, tool_choice: { ...chosen, ...(single && { disable_parallel_tool_use: true }) } }
}

function toToolChoice(choice: ChatRequest['tool_choice']): Record<string, unknown> {
  if (choice === 'none') return { type: 'none' }
  if (choice === 'required') return { type: 'any' }
  if (choice === 'auto' || choice === null || choice === undefined) return { type: 'auto' }
  if (choice.type === 'function') return { type: 'tool', name: choice.function.name }
  return { type: choice.allowed_tools.mode === 'required' ? 'any' : 'auto' }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function unsupported(param: string, message: string): UpstreamError {
  return new UpstreamError('unsupported_parameter', message, { param })
}
