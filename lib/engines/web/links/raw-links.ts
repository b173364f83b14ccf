/** What a page wrote, unresolved. */
export interface RawLink {
  readonly href: string
  /** Of the anchor, at most 200 characters; empty where there is none. */
  readonly text: string
}

/** What reading a page found. */
export interface RawLinks {
  /** Of the first `<base href>`. */
  readonly base: string | null
  /** In the order of the page; the first text of an address counts. */
  readonly links: readonly RawLink[]
  readonly title: string
  /** Whether there were more links than are read. */
  readonly cut: boolean
}
