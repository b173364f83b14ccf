import type { SdkFields } from '#lib/snippets/sdk-fields.ts'
import type { Shape } from '#lib/snippets/shape.ts'

const named: ReadonlySet<string> = new Set([
  'model',
  'input',
  'instructions',
  'previous_response_id',
  'max_output_tokens',
  'max_tool_calls',
  'temperature',
  'top_p',
  'top_logprobs',
  'stream',
  'stream_options',
  'store',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'text',
  'reasoning',
  'include',
  'truncation',
  'user',
  'metadata',
  'prompt_cache_key',
  'safety_identifier',
  'service_tier',
])

/** Named request fields of the Responses API in the openai SDKs; others are sent as extra fields. */
export function splitResponseFields({ body }: Shape): SdkFields {
  const entries = Object.entries(body).filter(([, value]) => value !== null)
  return {
    known: entries.filter(([name]) => named.has(name)),
    extra: Object.fromEntries(entries.filter(([name]) => !named.has(name))),
  }
}
