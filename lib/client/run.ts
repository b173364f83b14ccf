/** What a playground knows of one run: what was sent, what came back, and when. */

/** One line group of an event stream as it arrived, comments and `[DONE]` included. */
export interface WireEvent {
  /** Counts from 1. */
  readonly number: number
  /** Milliseconds since the request was sent. */
  readonly atMs: number
  /** UTF-8 bytes of `data`. */
  readonly bytes: number
  readonly kind: 'data' | 'comment'
  readonly data: string
}

export interface SentRequest {
  readonly method: 'POST'
  /** Path of the API, e.g. `/v1/chat/completions`. */
  readonly path: string
  /** The exact string that was sent, shown in Wire and printed in snippets. */
  readonly body: string
}

export interface ReceivedResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The whole body of an answer that did not stream; null for a stream. */
  readonly body: string | null
}

/** Why a run has no complete answer; `api` is an envelope of the API, the rest are ours. */
export type RunFailure =
  | {
      readonly kind: 'api'
      readonly status: number
      readonly code: string
      readonly message: string
      readonly param: string | null
      readonly retryAfterMs: number | null
      readonly raw: string
    }
  | { readonly kind: 'interrupted'; readonly code: string; readonly message: string; readonly raw: string }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'offline' }
  | { readonly kind: 'signed-out' }

export interface RunTiming {
  /** Unix milliseconds. */
  readonly startedAt: number
  /** To the first content event, or the first byte of a plain answer. */
  readonly firstMs: number | null
  readonly totalMs: number | null
}

/** What the API itself said about tokens and cost; null is unknown and never shown as 0. */
export interface RunUsage {
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly cachedTokens: number | null
  /** What rerank is billed in. */
  readonly searchUnits: number | null
  readonly costUsd: number | null
}

export interface Run {
  readonly id: string
  readonly state: 'running' | 'done' | 'stopped' | 'failed' | 'interrupted'
  readonly request: SentRequest
  readonly response: ReceivedResponse | null
  readonly events: readonly WireEvent[]
  readonly timing: RunTiming
  readonly failure: RunFailure | null
  /** True when history kept only part of the answer, because it is larger than history keeps. */
  readonly cut?: boolean
  /** Where the answer as it is here does not say it: of a run that was cut, or as the log counted it. */
  readonly usage?: RunUsage
}
