import type { SnippetRequest } from './snippet.ts'
import type { Shape } from './shape.ts'

const chatFields: ReadonlySet<string> = new Set([
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

const embeddingsFields: ReadonlySet<string> = new Set([
  'model',
  'input',
  'encoding_format',
  'dimensions',
  'user',
])

/**
 * Named request fields of the openai SDKs; others are sent as extra fields. Base64 is left to the SDK, which
 * requests it itself and returns numbers.
 */
export function splitFields(
  { contract }: SnippetRequest,
  { body }: Shape,
): {
  readonly known: readonly (readonly [string, unknown])[]
  readonly extra: Readonly<Record<string, unknown>>
} {
  const entries = Object.entries(body)
  if (contract !== 'embeddings') {
    const isKnown = ([name]: readonly [string, unknown]) => chatFields.has(name)
    return split(entries, isKnown)
  }
  const sent = entries.filter(([name, value]) => name !== 'encoding_format' || value === 'float')
  // Unlike the API, the SDK's types do not allow null here.
  return split(sent, ([name, value]) => embeddingsFields.has(name) && value !== null)
}

function split(
  entries: readonly (readonly [string, unknown])[],
  isKnown: (entry: readonly [string, unknown]) => boolean,
) {
  return {
    known: entries.filter(isKnown),
    extra: Object.fromEntries(entries.filter(entry => !isKnown(entry))),
  }
}
