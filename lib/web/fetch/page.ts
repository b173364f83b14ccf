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

/** A PDF file as it came: the document engine makes a page of it. */
export interface PdfFile extends Omit<Page, 'kind' | 'text'> {
  readonly kind: 'pdf'
  readonly bytes: Uint8Array
}

export interface PageRequest {
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly mobile: boolean
  readonly skipTlsVerification: boolean
  readonly timeoutMs: number
  /** A PDF file will do; else it is refused before it is loaded. */
  readonly takesPdf?: boolean
  readonly signal: AbortSignal
  /** The request field that the address came from, for the error. */
  readonly param: string
}
