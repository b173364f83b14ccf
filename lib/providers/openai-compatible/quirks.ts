/** Differences of a server from OpenAI's chat completions; absent: none. */
export interface Quirks {
  /** Request fields that it rejects; omitted. */
  readonly strip?: readonly string[]
  /** Message fields that it rejects; omitted. */
  readonly stripFromMessages?: readonly string[]
  /** Maps our field to its name; that of the token limit is `tokenLimit`. */
  readonly rename?: Readonly<Record<string, string>> & {
    readonly max_tokens?: never
    readonly max_completion_tokens?: never
  }
  /** Its field for the most tokens of an answer; default: `max_tokens`, which nearly all servers support. */
  readonly tokenLimit?: string
  /** It supports the role `developer`; others get `system`. */
  readonly knowsDeveloper?: true
  /** How it reports usage in a stream; default: `asked`, with `include_usage`. */
  readonly streamUsage?: 'asked' | 'continuous' | 'never'
  /** It accepts a schema as `{type: 'json_object', schema}`. */
  readonly schemaInJsonObject?: true
  /** The form its tool call ids must have; others are mapped to it. */
  readonly toolIds?: 'nine-alphanumerics'
  /** With tools, its streams lose calls: request a complete response and split it into chunks. */
  readonly toolsUnstreamed?: true
  /** Its finish reason is `tool_calls` even where the length limit cut off the last call. */
  readonly masksLength?: true
  /** It knows `reasoning_effort`: requests translated from another API format may set it. */
  readonly effort?: true
  /** It knows `prompt_cache_key`: requests translated from another API format name their session by it. */
  readonly cacheKey?: true
  /** It passes `cache_control` on to models whose prompt caches need it. */
  readonly cacheHints?: true
  /** A system message may stand anywhere in a conversation. */
  readonly inlineSystem?: true
  /** It continues a turn of the assistant at the end, with `continue_final_message`. */
  readonly prefill?: true
  /** It wants the reasoning of earlier turns back. */
  readonly reasoningBack?: true
  /** Our own models process: it uses our error codes and reports its queue. */
  readonly local?: true
}
