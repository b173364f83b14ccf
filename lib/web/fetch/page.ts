/** A fetched page, decoded. */
export interface Page {
  /** After redirects. */
  readonly url: string
  readonly status: number
  /** As stated by the server, or detected if it states none. */
  readonly contentType: string
  readonly kind: 'html' | 'json' | 'text'
  readonly text: string
}

/** The unchanged PDF file: the document engine converts it. */
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
  /** Whether a PDF file is accepted; otherwise it is rejected before it is downloaded. */
  readonly takesPdf?: boolean
  readonly signal: AbortSignal
  /** The request field with the URL, for the error. */
  readonly param: string
}
