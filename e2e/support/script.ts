/** Script of an upstream for one request. */
export type Script = AnswerScript | VectorsScript | ScoresScript | ErrorScript | HangScript | RawScript

/** A response, streamed if requested, with the quirks of real servers. */
export interface AnswerScript {
  readonly kind: 'answer'
  /** Text, cut into words; or the exact pieces of the stream. Default: what the request said. */
  readonly text?: string | readonly string[]
  readonly reasoning?: string
  readonly reasoningField?: 'reasoning_content' | 'reasoning'
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: unknown }[]
  readonly toolShape?: ToolShape
  /** Default `stop`, or `tool_calls` with tool calls; null: the field is null to the end. */
  readonly finish?: string | null
  /** Position of the usage; `asked` (default): in its own chunk if `include_usage` was set. */
  readonly usage?: 'asked' | 'own-chunk' | 'last-choice' | 'groq' | 'continuous' | 'none'
  /** Reported completion tokens, cut to the limit of the request. Default: the words of the text, uncut. */
  readonly tokens?: number
  /** Reported cost in US dollars. */
  readonly cost?: number
  /** Whether the stream ends with `data: [DONE]` (default true). */
  readonly done?: boolean
  readonly firstDelayMs?: number
  readonly delayMs?: number
  /** Comment lines before the first event, `delayMs` apart. */
  readonly comments?: readonly string[]
  readonly newline?: '\n' | '\r\n' | '\r'
  readonly byteOrderMark?: boolean
  /** Bytes per write, so that characters and lines are split; `delayMs` apart. */
  readonly writeBytes?: number
  /** After this many events: close the connection, stop sending, or send this event. */
  readonly after?: {
    readonly events: number
    readonly end: 'cut' | 'reset' | 'hang' | { readonly event: unknown }
  }
  /** The event at this index and later ones wait for the promise. */
  readonly wait?: { readonly beforeEvent: number; readonly until: Promise<unknown> }
  readonly headers?: Readonly<Record<string, string>>
  /** Fields added to the completion and to every chunk (`timings`, `system_fingerprint` …). */
  readonly extra?: Readonly<Record<string, unknown>>
  readonly choices?: number
}

/** Vectors of the inputs: see `word-vectors.ts`. */
export interface VectorsScript {
  readonly kind: 'vectors'
  /** Default 8. */
  readonly dimensions?: number
  /** Fields that the server ignores. */
  readonly ignores?: readonly ('dimensions' | 'encoding_format')[]
  readonly usage?: boolean
  /** Reported cost in US dollars. */
  readonly cost?: number
  /** Whether the last input comes first. */
  readonly reversed?: boolean
  readonly fault?: 'nan' | 'too-few' | 'too-many' | 'same-index' | 'uneven' | 'empty'
  readonly delayMs?: number
}

/** Scores of the documents, by default the share of the query's words that each has. */
export interface ScoresScript {
  readonly kind: 'scores'
  readonly scores?: readonly number[]
  /** Added to each index, which makes it wrong. */
  readonly indexOffset?: number
  readonly usage?: boolean
  /** Reported cost in US dollars. */
  readonly cost?: number
  /** The answer waits for it. */
  readonly until?: Promise<unknown>
}

/** Format of tool calls in a stream. */
export type ToolShape =
  | 'standard'
  | 'no-index'
  | 'index-zero'
  | 'no-id'
  | 'object-arguments'
  | 'whole'
  | 'id-in-every-fragment'

export interface ErrorScript {
  readonly kind: 'error'
  readonly status: number
  readonly body?: unknown
  /** Seconds, or an HTTP date. */
  readonly retryAfter?: number | string
  readonly delayMs?: number
}

/** Delay before the headers, or between headers and first event. */
export interface HangScript {
  readonly kind: 'hang'
  readonly at: 'head' | 'first-event'
  /** Comments during the delay, every `everyMs`. */
  readonly comment?: { readonly text: string; readonly everyMs: number }
}

/** Bytes as they are. */
export interface RawScript {
  readonly kind: 'raw'
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly parts: readonly (string | Uint8Array)[]
  readonly delayMs?: number
  /** Break the connection instead of ending. */
  readonly cut?: boolean
}
