import type { BuiltInId, ConfiguredId } from '#lib/known-search-backends.ts'
import type { UpstreamRequest } from '#lib/engines/upstream-request.ts'
import type { SearchDocument, SearchFailure, SearchKind, SearchReport } from './search-backend.ts'

export interface BackendSettings<Id> {
  readonly id: Id
  /** Null: its own public address. */
  readonly baseUrl: string | null
  readonly apiKey: string | null
}

/** Stops asking what keeps failing; one for each way of failing is not needed. */
export interface SearchCircuits {
  enter(key: string): number | null
  succeeded(key: string): void
  failed(key: string): void
  left(key: string): void
}

export interface SearchSettings {
  readonly configured: readonly BackendSettings<ConfiguredId>[]
  /** Whether `configured` is in the operator's own order; otherwise `search-modes.ts` has one for each kind. */
  readonly ordered: boolean
  /** Those that may be asked; the calculator sends nothing and is always there. */
  readonly builtIn: readonly BackendSettings<BuiltInId>[]
  readonly request: UpstreamRequest
  readonly circuits: SearchCircuits
  readonly version: string
  /** Whom a public server may write to, a mail address or a page; null: nobody is named. */
  readonly contact: string | null
  /** Our own page for a query: the address of an answer that has none, such as a calculation. */
  readonly resultPage: (query: string) => string
}

export interface SearchQuery {
  /** As searched for; more than 400 characters are cut at a word. */
  readonly query: string
  readonly kind: SearchKind
  /** Most documents, 1..50. */
  readonly limit: number
  /** BCP 47; absent: none is sent. */
  readonly language?: string
  /** Milliseconds for everything; absent: 20 s. */
  readonly timeoutMs?: number
  readonly signal: AbortSignal
}

export interface SearchOutcome {
  /** One per page, best first; lists of several backends are merged by reciprocal rank. */
  readonly documents: readonly SearchDocument[]
  /** What backends answered by themselves, with an address each: sources that go before all documents. */
  readonly answers: readonly SearchDocument[]
  readonly suggestions: readonly string[]
  /** Backends that gave nothing, in the order of asking, and engines behind a backend that did answer. */
  readonly failures: readonly SearchFailure[]
  /** Backends that answered; none: nothing could be searched. */
  readonly answered: readonly SearchReport[]
}

/**
 * Asks the backends for a kind one after the other until one answers; then, if none did, those that are built in.
 * Failures are reported, never thrown.
 * @throws only what the signal was aborted with
 */
export type Search = (query: SearchQuery) => Promise<SearchOutcome>
