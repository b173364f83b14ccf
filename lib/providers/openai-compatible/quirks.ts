import type { ServerKind } from '#lib/providers/registry/server-kind.ts'

/** How one kind of server departs from OpenAI's chat wire. Every field absent means: it does not. */
export interface Quirks {
  /** Request fields that it refuses, left out. */
  readonly strip?: readonly string[]
  /** Message fields that it refuses, left out. */
  readonly stripFromMessages?: readonly string[]
  /** Our field to its own name for it. */
  readonly rename?: Readonly<Record<string, string>>
  /** Default `max_tokens`, which nearly all servers know. */
  readonly tokenLimit?: 'max_tokens' | 'max_completion_tokens'
  /** It knows the role `developer`; others get `system`. */
  readonly knowsDeveloper?: true
  /** How it reports usage in a stream; default `asked`: with `include_usage`. */
  readonly streamUsage?: 'asked' | 'continuous' | 'never'
  /** It takes images only as base64, or runs inside our network, where an address of the caller's choice is not to be followed. */
  readonly inlineImages?: true
  /** It takes a schema as `{type: 'json_object', schema}`. */
  readonly schemaInJsonObject?: true
  /** The form its tool call ids must have; others are mapped to it. */
  readonly toolIds?: 'nine-alphanumerics'
  /** With tools, its streams lose calls: ask without streaming and cut the answer into chunks. */
  readonly toolsUnstreamed?: true
  /** It says `tool_calls` also where the length cut the last call off. */
  readonly masksLength?: true
  /** Our own models process: it speaks our error codes and reports its queue. */
  readonly local?: true
}

const rows: Partial<Record<ServerKind, Quirks>> = {
  openai: {
    tokenLimit: 'max_completion_tokens',
    knowsDeveloper: true,
    stripFromMessages: ['reasoning_content'],
  },
  mistral: {
    toolIds: 'nine-alphanumerics',
    rename: { seed: 'random_seed' },
    strip: ['logit_bias', 'logprobs', 'top_logprobs', 'user', 'metadata', 'stream_options'],
    stripFromMessages: ['reasoning_content', 'refusal'],
    streamUsage: 'never',
  },
  groq: {
    tokenLimit: 'max_completion_tokens',
    strip: ['logprobs', 'logit_bias', 'top_logprobs', 'n', 'metadata'],
    stripFromMessages: ['name', 'reasoning_content', 'refusal'],
  },
  cohere: {
    strip: ['logit_bias', 'top_logprobs', 'n', 'parallel_tool_calls', 'metadata', 'user'],
    schemaInJsonObject: true,
  },
  xai: {
    tokenLimit: 'max_completion_tokens',
    strip: ['presence_penalty', 'frequency_penalty', 'stop', 'logit_bias', 'metadata'],
  },
  ollama: { toolsUnstreamed: true, inlineImages: true },
  vllm: { streamUsage: 'continuous', inlineImages: true, masksLength: true },
  'llama.cpp': { inlineImages: true },
  'lm-studio': { inlineImages: true },
  local: { local: true },
  other: { inlineImages: true },
}

export function quirksOf(server: ServerKind): Quirks {
  return rows[server] ?? {}
}
