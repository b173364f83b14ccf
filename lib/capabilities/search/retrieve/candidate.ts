/** Something found, on its way to become a source. */
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
  /** Likeness to the query, −1…1; only where it was ranked. */
  readonly score?: number
  /** The same page from elsewhere. */
  readonly also?: readonly { readonly backend: string; readonly url: string }[]
  /** Of the page, where it was read. */
  readonly headings?: readonly string[]
  /** A page that may be read for more than its snippet. */
  readonly readable: boolean
}
