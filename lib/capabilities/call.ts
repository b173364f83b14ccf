import type { Contract, Event, Input, Output } from '#lib/contracts/core/contract.ts'
import type { ApiError } from '#lib/errors.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { LibraryReceipt } from './library/library-receipt.ts'
import type { WrittenJson } from './written-json.ts'

/** One authenticated execution: who asks, what they may use, and where its figures go. */
export interface Call {
  /** `req_` and 24 base62 digits; the same in header, log and request row. */
  readonly id: string
  readonly teamId: string
  readonly keyId: string
  /** Whose key it is; null: the operator's, or nobody's. */
  readonly userId: string | null
  /** Aborts when the client leaves, the key is revoked or the gateway gives up. */
  readonly signal: AbortSignal
  /** Whether the key's list of models lets it use this public id. */
  allows(modelId: string): boolean
  /** Whether the key may read and fill its team's library. */
  readonly usesLibrary: boolean
  /**
   * Takes tokens from the key's limit before the work; corrected by `meter`.
   * @param estimate counts only when the key has a token limit
   * @throws ApiError `rate_limit_exceeded`
   */
  reserve(estimate: () => number): void
  /**
   * Takes money from the budgets of key and team before the work, until the end of the call.
   * @param nanos what may be spent at most beyond what was taken before, in nano-dollars; counts only where there is a budget
   * @returns null: done. A call waits only where its gateway has to ask the store
   * @throws ApiError `insufficient_quota`
   */
  hold(nanos: () => number): Promise<void> | null
  /** Reports each attempt before it is made, so that headers and the row name what was asked. */
  attempt(target: { providerId: string; modelId: string }): void
  /**
   * Reports an attempt that failed, for the log and the metrics; the call may still succeed.
   * @param unhealthy the operator must act, for instance because the provider refused our key
   */
  attemptFailed(error: ApiError, unhealthy: boolean): void
  /** Reports events of an upstream that could not be read and were left out. */
  skipped(count: number): void
  /** Reports milliseconds spent waiting for the outside, for `sextant-overhead-ms` and `Server-Timing`. */
  waited(phase: 'queue' | 'load' | 'upstream', ms: number): void
  /** Reports that an answer holds less than there was, and which budgets cut it. */
  truncated(budgets: readonly string[]): void
  /** Reports whether a kept copy answered, where one would have done. */
  cached(hit: boolean): void
  /** Reports what each search backend gave, for `sextant-search`. */
  searched(outcomes: readonly SearchOutcomeNote[]): void
  /** Reports what became of what was to be kept in the library. */
  kept(receipt: LibraryReceipt): void
  /** Reports tokens; `estimated` when they were counted here and not by the upstream. */
  meter(usage: Usage, options?: { estimated?: boolean }): void
  /** Reports what was read of a document; it counts against no token limit. */
  meterDocument(usage: DocumentUsage): void
}

/** A search backend, and how many hits it gave or, in one word, why none. */
export interface SearchOutcomeNote {
  readonly backend: string
  readonly outcome: number | string
}

export interface DocumentUsage {
  readonly pages: number
  readonly ocrPages: number
  readonly audioSeconds: number
  /** Of chunks or pages; 0 where none were counted. */
  readonly tokens: number
}

/**
 * What a stream hands to its endpoint: events that arrived together travel together, and a `waiting` note (such as
 * `queued 3`) is sent as a comment while nothing else is. The first event commits the answer: after it a failure is an
 * in-band error, before it a plain one.
 */
export type StreamItem<E> =
  | { readonly kind: 'events'; readonly events: readonly E[] }
  /** One event that is JSON already, without line breaks: it may be of many megabytes. */
  | { readonly kind: 'written'; readonly parts: readonly Uint8Array[] }
  | { readonly kind: 'waiting'; readonly note: string }

export type EventStream<E> = AsyncIterable<StreamItem<E>>

/** What a capability is to its endpoint. */
export type Handler<C extends Contract> = (
  input: Input<C>,
  call: Call,
) => Promise<Output<C> | WrittenJson> | EventStream<Event<C>>
