import type { SdkFields } from '#lib/snippets/sdk-fields.ts'
import type { Shape } from '#lib/snippets/shape.ts'

const named: ReadonlySet<string> = new Set([
  'model',
  'max_tokens',
  'messages',
  'system',
  'stream',
  'stop_sequences',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'metadata',
  'service_tier',
])

/** Named request fields of Anthropic's SDKs; others are sent as extra fields. */
export function splitAnthropicFields({ body }: Shape): SdkFields {
  const entries = Object.entries(body).filter(([, value]) => value !== null)
  return {
    known: entries.filter(([name]) => named.has(name)),
    extra: Object.fromEntries(entries.filter(([name]) => !named.has(name))),
  }
}

const sampling = ['temperature', 'top_p', 'top_k']

/**
 * The version of the Messages API that a request needs; null: that of the SDK. Newer versions reject fields that
 * control sampling.
 */
export function neededVersion({ body }: Shape): string | null {
  return sampling.some(name => body[name] !== undefined && body[name] !== null) ? '2023-06-01' : null
}
