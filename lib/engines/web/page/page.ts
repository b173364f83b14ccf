/** A page as it came, decoded. */
export interface Page {
  /** After redirects. */
  readonly url: string
  readonly status: number
  /** As the server wrote it, or what the page evidently is where it wrote nothing. */
  readonly contentType: string
  readonly kind: 'html' | 'json' | 'text'
  readonly text: string
}

export interface PageRequest {
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly mobile: boolean
  readonly skipTlsVerification: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** The request field that the address came from, for the error. */
  readonly param: string
}
