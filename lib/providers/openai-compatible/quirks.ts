/** How a server departs from OpenAI's chat completions; an absent field means that it does not. */
export interface Quirks {
  /** Request fields that it refuses, left out. */
  readonly strip?: readonly string[]
  /** Message fields that it refuses, left out. */
  readonly stripFromMessages?: readonly string[]
  /** Our field to its own name for it. */
  readonly rename?: Readonly<Record<string, string>>
  /** Default: `max_tokens`, which nearly all servers know. */
  readonly tokenLimit?: 'max_tokens' | 'max_completion_tokens'
  /** It knows the role `developer`; others get `system`. */
  readonly knowsDeveloper?: true
  /** How it reports usage in a stream; default: `asked`, with `include_usage`. */
  readonly streamUsage?: 'asked' | 'continuous' | 'never'
  /** It takes images only as base64, or runs inside our network and must not fetch URLs that callers choose. */
  readonly inlineImages?: true
  /** It takes a schema as `{type: 'json_object', schema}`. */
  readonly schemaInJsonObject?: true
  /** The form its tool call ids must have; others are mapped to it. */
  readonly toolIds?: 'nine-alphanumerics'
  /** With tools, its streams lose calls: request a whole answer and split it into chunks. */
  readonly toolsUnstreamed?: true
  /** Its finish reason is `tool_calls` even where the length limit cut off the last call. */
  readonly masksLength?: true
  /** Our own models process: it speaks our error codes and reports its queue. */
  readonly local?: true
}
