import type { ApiError } from '#lib/errors.ts'
import type { BackendCost } from './search-billing.ts'
import type { SearchFault } from './search-fault.ts'

/** Search type; `search-modes.ts` maps focus modes to types, and types to backends. */
export type SearchKind = 'web' | 'academic' | 'math' | 'videos' | 'images' | 'discussions'

export interface BackendQuery {
  /** Not empty, at most 400 characters. */
  readonly query: string
  readonly kind: SearchKind
  /** Maximum number of documents, 1 to 50; a backend may have a lower limit. */
  readonly limit: number
  /** BCP 47; absent: none is sent. */
  readonly language?: string
  /** Only results of this host and its subdomains, e.g. `reddit.com`. */
  readonly site?: string
  /** Results outside these hosts and their subdomains are dropped afterwards. */
  readonly hosts?: readonly string[]
  /** Aborts when the caller disconnects or the backend times out. */
  readonly signal: AbortSignal
}

/** A raw result; `cleanDocument` turns it into a `SearchDocument`, or drops it. */
export interface RawDocument {
  readonly title: string
  readonly url: string
  readonly content: string
  /** As written: a date, or text such as "3 days ago". */
  readonly published?: string
  /** The image of an image result, the preview of a video. */
  readonly image?: string
  /** A smaller version of `image`. */
  readonly thumbnail?: string
  /** A player to embed. */
  readonly frame?: string
}

export interface BackendAnswer {
  /** Best first. */
  readonly documents: readonly RawDocument[]
  /** A direct answer: a calculation or an infobox. Its `url` is empty if it has none; then it is no source. */
  readonly answers?: readonly RawDocument[]
  /** Related queries. */
  readonly suggestions?: readonly string[]
  /** Engines of this backend that failed, with their reason. */
  readonly unresponsive?: readonly { readonly engine: string; readonly reason: string }[]
  /** Credits that it used; absent: one search. */
  readonly credits?: number | undefined
  /** Its cost in dollars; absent: not reported. */
  readonly costUsd?: number | undefined
}

/** One source of search results. */
export interface SearchBackend {
  readonly id: string
  /** At the time of the call. */
  cost(): BackendCost
  /** @throws SearchFault for every failure; the signal's reason on abort */
  search(query: BackendQuery): Promise<BackendAnswer>
}

/**
 * A cleaned result: plain text without tags and entities, `content` of at most 2000 characters, http or https
 * URLs only.
 */
export interface SearchDocument extends RawDocument {
  readonly backend: string
  /** Rank in the results of its backend, from 1. */
  readonly rank: number
}

export interface SearchFailure {
  readonly backend: string
  /** One word, for headers. */
  readonly kind: SearchFault['kind'] | 'unpriced' | 'unpaid'
  /** Human-readable: what happened and, if the operator can fix it, how. Contains no key and no URL. */
  readonly reason: string
  /** Of a budget that cannot pay it. */
  readonly unpaid?: ApiError
}

/** A backend that responded, with or without results. */
export interface SearchReport {
  readonly backend: string
  /** Number of documents, answers and results. */
  readonly hits: number
  /** Built in, without a key: not a full web search. */
  readonly keyless: boolean
}
