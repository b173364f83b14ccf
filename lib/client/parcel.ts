/** What a parcel is made of, which decides what each playground makes of it. */
export type ParcelKind = 'texts' | 'documents' | 'answer'

export interface ParcelItem {
  readonly text: string
  readonly title?: string
  readonly url?: string
  /** 0 to 1, of a rerank run. */
  readonly score?: number
}

/** A result or selection on its way from one playground to another. */
export interface Parcel {
  readonly kind: ParcelKind
  readonly items: readonly ParcelItem[]
  /** What was asked or searched for, where the items belong to a question. */
  readonly query: string | null
  /** Where it came from: id of the contract, the run, and words for the chip, e.g. `42 texts from Embeddings`. */
  readonly origin: { readonly contract: string; readonly runId: string | null; readonly label: string }
}

/** The target's own words for what it could not take. */
export interface ParcelLeftOver {
  readonly count: number
  readonly reason: 'limit' | 'empty' | 'duplicate'
}
