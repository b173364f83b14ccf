/** Type of the items in a handoff; determines how each playground opens it. */
export type HandoffKind =
  | 'texts'
  | 'documents'
  | 'answer'
  | 'links'
  | 'pages'
  | 'files'
  | 'chunks'
  | 'pictures'
  | 'sources'
  /** Alternating questions and answers. */
  | 'conversation'

export interface HandoffItem {
  /** The URL of a link, the data URL of an image. */
  readonly text: string
  readonly title?: string
  readonly url?: string
  /** Group label of the item, e.g. `page 3`. Embeddings colors by it. */
  readonly group?: string
  /** 0 to 1, from a rerank run. */
  readonly score?: number
}

/** Origin of a handoff, stored with the draft and the history. */
export interface HandoffOrigin {
  /** Id of the contract. */
  readonly contract: string
  /** The run that produced the items, for the link back; null when nothing had run. */
  readonly runId: string | null
  /** Label of the chip, e.g. `42 texts from Embeddings`. */
  readonly label: string
}

/** A result or selection sent from one playground to another. */
export interface Handoff {
  readonly kind: HandoffKind
  readonly items: readonly HandoffItem[]
  /** The question or query that the items belong to, if any. */
  readonly query: string | null
  readonly origin: HandoffOrigin
}

/** The target's reasons for skipped items. */
export interface HandoffSkipped {
  readonly count: number
  /** `window`: exceeds the context window; `end`: the end of a page that exceeds it alone. */
  readonly reason: 'limit' | 'empty' | 'duplicate' | 'window' | 'end'
}
