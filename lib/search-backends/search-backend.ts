import type { SearchFault } from './search-fault.ts'

/** What is looked for; `search-modes.ts` says which focus mode means which, and who can answer it. */
export type SearchKind = 'web' | 'academic' | 'math' | 'videos' | 'images' | 'discussions'

export interface BackendQuery {
  /** Not empty, at most 400 characters. */
  readonly query: string
  readonly kind: SearchKind
  /** Most documents wanted, 1..50; a backend may have a smaller limit of its own. */
  readonly limit: number
  /** BCP 47; absent: none is sent. */
  readonly language?: string
  /** Only results of this host and those below it, e.g. `reddit.com`. */
  readonly site?: string
  /** Results elsewhere, and not below these hosts, are dropped when the backend has answered. */
  readonly hosts?: readonly string[]
  /** Aborts when the caller leaves or the backend's time is up. */
  readonly signal: AbortSignal
}

/** A result as a backend wrote it; `cleanDocument` makes a `SearchDocument` of it, or drops it. */
export interface RawDocument {
  readonly title: string
  readonly url: string
  readonly content: string
  /** As the backend writes it: a date, or words such as "3 days ago". */
  readonly published?: string
  /** Of an image result the picture itself, of a video its preview. */
  readonly image?: string
  /** A smaller form of `image`. */
  readonly thumbnail?: string
  /** A player to embed. */
  readonly frame?: string
}

export interface BackendAnswer {
  /** Best first. */
  readonly documents: readonly RawDocument[]
  /** What the backend answers by itself: a calculation, an infobox. Its `url` is empty where it has none. */
  readonly answers?: readonly RawDocument[]
  /** Queries to try instead. */
  readonly suggestions?: readonly string[]
  /** Engines behind this backend that did not answer, with the reason in its words. */
  readonly unresponsive?: readonly { readonly engine: string; readonly reason: string }[]
}

/** One source of search results. */
export interface SearchBackend {
  readonly id: string
  /** @throws SearchFault for every failure; what the signal was aborted with when it was */
  search(query: BackendQuery): Promise<BackendAnswer>
}

/**
 * A cleaned result: plain text without tags and entities, `content` of at most 2000 characters, addresses that are
 * http or https.
 */
export interface SearchDocument extends RawDocument {
  readonly backend: string
  /** Place among the results of its backend, from 1. */
  readonly rank: number
}

export interface SearchFailure {
  readonly backend: string
  /** One word, for headers. */
  readonly kind: SearchFault['kind']
  /** For people: what happened and, where the operator can do something, what. Holds no key and no address. */
  readonly reason: string
}

/** A backend that answered, with hits or without. */
export interface SearchReport {
  readonly backend: string
  /** Documents and answers that it gave. */
  readonly hits: number
  /** Built in and asked without a key: not a whole web search. */
  readonly keyless: boolean
}
