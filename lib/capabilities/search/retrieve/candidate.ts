/** A search result that may become a source. */
export interface Candidate {
  readonly title: string
  readonly url: string
  /** Plain text of any length; packing selects the part that the answer is based on. */
  readonly text: string
  /** `library`, `link`, or the ID of a search backend. */
  readonly backend: string
  /** Rank in the results of that backend, from 1. */
  readonly rank: number
  /** As stated by the backend. */
  readonly published?: string
  /** Similarity to the query, −1…1; only if ranked. */
  readonly score?: number
  /** Duplicates of the same page. */
  readonly also?: readonly { readonly backend: string; readonly url: string }[]
  /** Of the page, where it was read. */
  readonly headings?: readonly string[]
  /** A page that can be read beyond its snippet. */
  readonly readable: boolean
}
