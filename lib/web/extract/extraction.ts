/** What a page can be turned into. */
export type PageFormat = 'markdown' | 'html' | 'text' | 'links'

export interface ExtractionOptions {
  readonly formats: readonly PageFormat[]
  /** The article alone; the whole body where there is none. */
  readonly onlyMainContent: boolean
  /** CSS selectors: only what one of them matches. */
  readonly includeTags: readonly string[]
  /** CSS selectors: what is taken out before anything is chosen. */
  readonly excludeTags: readonly string[]
  readonly removeBase64Images: boolean
}

/** What came as HTML is read as a page; the rest is what it is. */
export interface ExtractionJob {
  readonly kind: 'html' | 'json' | 'text'
  /** Decoded. */
  readonly text: string
  /** After redirects: what relative addresses are relative to. */
  readonly url: string
  readonly options: ExtractionOptions
}

/** What a page says about itself; `og…` as its Open Graph names, in camel case. */
export interface PageMetadata {
  readonly title: string
  readonly description: string
  readonly language: string
  readonly author?: string
  readonly publishedTime?: string
  readonly canonical?: string
  readonly [og: `og${string}`]: string
}

export interface Extraction {
  readonly markdown?: string
  readonly html?: string
  readonly text?: string
  readonly links?: readonly string[]
  readonly metadata: PageMetadata
  /** Whether the page is an empty shell that its scripts would fill. */
  readonly needsScripts: boolean
  /** What the reader should know: too large for its structure, little but a cookie notice. */
  readonly notes: readonly string[]
}
