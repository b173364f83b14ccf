/** Script of an upstream for one request. */
export type Script = AnswerScript | VectorsScript | ScoresScript | ErrorScript | HangScript | RawScript

/** An answer, plain or streamed as the request asks, with the habits of real servers. */
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
  /** Where the usage comes; `asked` (default): in a chunk of its own when `include_usage` was given. */
  readonly usage?: 'asked' | 'own-chunk' | 'last-choice' | 'groq' | 'continuous' | 'none'
  /** US dollars that the usage reports. */
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
  /** After so many events, instead of going on: break the connection, fall silent, or send this event. */
  readonly after?: {
    readonly events: number
    readonly end: 'cut' | 'reset' | 'hang' | { readonly event: unknown }
  }
  /** Nothing is sent from the event of this place on until the promise resolves. */
  readonly wait?: { readonly beforeEvent: number; readonly until: Promise<unknown> }
  readonly headers?: Readonly<Record<string, string>>
  /** Fields put on the completion and on every chunk (`timings`, `system_fingerprint` …). */
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
  /** US dollars that the usage reports. */
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
  /** US dollars that the usage reports. */
  readonly cost?: number
  /** The answer waits for it. */
  readonly until?: Promise<unknown>
}

/** How tool calls look in a stream. */
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

/** Silence: before the head, or after the head and before the first event. */
export interface HangScript {
  readonly kind: 'hang'
  readonly at: 'head' | 'first-event'
  /** Comments sent while silent, every `everyMs`. */
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
