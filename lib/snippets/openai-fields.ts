/** Fields of a chat request that the openai SDKs know by name; others go through as extra fields. */
const knownFields: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'temperature',
  'max_tokens',
  'max_completion_tokens',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'seed',
  'stop',
  'n',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'reasoning_effort',
  'user',
  'metadata',
])

export function splitFields(body: Readonly<Record<string, unknown>>): {
  readonly known: readonly (readonly [string, unknown])[]
  readonly extra: Readonly<Record<string, unknown>>
} {
  const entries = Object.entries(body)
  return {
    known: entries.filter(([name]) => knownFields.has(name)),
    extra: Object.fromEntries(entries.filter(([name]) => !knownFields.has(name))),
  }
}
