import { newId } from '#lib/capabilities/new-id.ts'
import type { Response, ResponsesRequest } from '#lib/contracts/api/responses/responses.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { ApiError } from '#lib/errors.ts'
import { toEchoedTool } from './response-tools.ts'

/** The response object before its output: every member that clients require, with those of the request. */
export function createResponse(input: ResponsesRequest, model: string): Response {
  const { text, reasoning } = input
  return {
    id: newId('resp_', 32),
    object: 'response',
    created_at: nowSeconds(),
    completed_at: null,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    model,
    previous_response_id: null,
    instructions: input.instructions ?? null,
    output: [],
    tools: (input.tools ?? []).map(toEchoedTool),
    tool_choice: input.tool_choice ?? 'auto',
    parallel_tool_calls: input.parallel_tool_calls ?? true,
    truncation: input.truncation ?? 'disabled',
    text: { format: toEchoedFormat(text), ...(text?.verbosity && { verbosity: text.verbosity }) },
    temperature: input.temperature ?? 1,
    top_p: input.top_p ?? 1,
    presence_penalty: input.presence_penalty ?? 0,
    frequency_penalty: input.frequency_penalty ?? 0,
    top_logprobs: input.top_logprobs ?? 0,
    reasoning: reasoning ? { effort: reasoning.effort ?? null, summary: reasoning.summary ?? null } : null,
    usage: null,
    max_output_tokens: input.max_output_tokens ?? null,
    max_tool_calls: null,
    store: false,
    background: false,
    service_tier: 'default',
    metadata: input.metadata ?? {},
    safety_identifier: input.safety_identifier ?? null,
    prompt_cache_key: input.prompt_cache_key ?? null,
    user: input.user ?? null,
  }
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

function toEchoedFormat(text: ResponsesRequest['text']): object {
  const format = text?.format
  if (!format) return { type: 'text' }
  if (format.type !== 'json_schema') return format
  const { description = null, strict = null } = format
  return { ...format, description, strict }
}

/** Token counts in the terms of the Responses API. */
export function toResponseUsage({
  prompt_tokens: prompt,
  completion_tokens: completion,
  prompt_tokens_details: read,
  completion_tokens_details: written,
}: Usage): NonNullable<Response['usage']> {
  return {
    input_tokens: prompt,
    input_tokens_details: {
      cached_tokens: read?.cached_tokens ?? 0,
      cache_write_tokens: read?.cache_write_tokens ?? 0,
    },
    output_tokens: completion,
    output_tokens_details: { reasoning_tokens: written?.reasoning_tokens ?? 0 },
    total_tokens: prompt + completion,
  }
}

export type ResponseFailure = Readonly<Record<'code' | 'message', string>>

const knownCodes: ReadonlySet<string> = new Set([
  'rate_limit_exceeded',
  'insufficient_quota',
  'context_length_exceeded',
])

/** An error after the response has begun, in codes that clients know. */
export function toResponseFailure(error: ApiError): ResponseFailure {
  const { code, message, retryAfterMs } = reasonOf(error)
  const known = knownCodes.has(code) ? code : 'server_error'
  if (known !== 'rate_limit_exceeded') return { code: known, message }
  // Codex reads the delay from this text.
  const seconds = Math.max(1, Math.ceil((retryAfterMs ?? 1000) / 1000))
  return { code: known, message: `${message} Please try again in ${seconds}s.` }
}

/** The error by which the provider explained the end of its stream, if it did. */
function reasonOf(error: ApiError): ApiError {
  const { code, cause } = error
  return code === 'upstream_stream_interrupted' && cause instanceof ApiError ? cause : error
}
