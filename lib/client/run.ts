/** One run of a playground: request, response and timing. */

/** One event of a stream, including comments and `[DONE]`. */
export interface HttpEvent {
  /** 1-based. */
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
  /** API path, e.g. `/v1/chat/completions`. */
  readonly path: string
  /** The exact request body, shown in the HTTP tab and in snippets. */
  readonly body: string
}

export interface ReceivedResponse {
  readonly status: number
  /** Lowercase names. */
  readonly headers: Readonly<Record<string, string>>
  /** The body of a response that was not streamed; null for a stream. */
  readonly body: string | null
}

/** Why a run has no complete response; `api` is an API error, the others come from the console. */
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
  /** Time to the first content event, or to the first byte if not streamed. */
  readonly firstMs: number | null
  readonly totalMs: number | null
}

/** Tokens and cost as reported by the API; null is unknown and never shown as 0. */
export interface RunUsage {
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly cachedTokens: number | null
  /** The billing unit of rerank. */
  readonly searchUnits: number | null
  readonly costUsd: number | null
}

export interface Run {
  readonly id: string
  readonly state: 'running' | 'done' | 'stopped' | 'failed' | 'interrupted'
  readonly request: SentRequest
  readonly response: ReceivedResponse | null
  readonly events: readonly HttpEvent[]
  readonly timing: RunTiming
  readonly failure: RunFailure | null
  /** Whether history has only part of the response, because it exceeds the size limit. */
  readonly cut?: boolean
  /** Set if the saved response lacks it: for a truncated run, or from the request log. */
  readonly usage?: RunUsage
}
