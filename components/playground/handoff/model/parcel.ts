/** What a parcel is made of, which decides what each playground makes of it. */
export type ParcelKind =
  | 'texts'
  | 'documents'
  | 'answer'
  | 'links'
  | 'pages'
  | 'files'
  | 'chunks'
  | 'pictures'
  | 'sources'
  /** Questions and answers in turn. */
  | 'conversation'

export interface ParcelItem {
  /** Of a link its address, of a picture its bytes as a data address. */
  readonly text: string
  readonly title?: string
  readonly url?: string
  /** What it belongs to, where items are told apart by that: `page 3`. Embeddings colours by it. */
  readonly group?: string
  /** 0 to 1, of a rerank run. */
  readonly score?: number
}

/** Where a parcel came from: what a draft, and the history, keep of it. */
export interface ParcelOrigin {
  /** Id of the contract. */
  readonly contract: string
  /** The run behind the items, by which the way back leads to it; null when nothing had run. */
  readonly runId: string | null
  /** Words for the chip, e.g. `42 texts from Embeddings`. */
  readonly label: string
}

/** A result or selection on its way from one playground to another. */
export interface Parcel {
  readonly kind: ParcelKind
  readonly items: readonly ParcelItem[]
  /** What was asked or searched for, where the items belong to a question. */
  readonly query: string | null
  readonly origin: ParcelOrigin
}

/** The target's own words for what it could not take. */
export interface ParcelLeftOver {
  readonly count: number
  /** `window`: more than the model reads at once; `end`: of a page that alone is longer than that. */
  readonly reason: 'limit' | 'empty' | 'duplicate' | 'window' | 'end'
}
