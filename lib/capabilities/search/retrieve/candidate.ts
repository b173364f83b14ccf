/** A search result that may become a source. */
export interface Candidate {
  readonly title: string
  readonly url: string
  /** Plain text of any length; what the answer is written from is chosen when it is packed. */
  readonly text: string
  /** `library`, `link`, or the id of a search backend. */
  readonly backend: string
  /** Its place among the results of that backend, from 1. */
  readonly rank: number
  /** As the backend writes it. */
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
