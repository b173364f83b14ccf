/** Output formats of a page. */
export type PageFormat = 'markdown' | 'html' | 'text' | 'links'

export interface ExtractionOptions {
  readonly formats: readonly PageFormat[]
  /** The article only; the whole body if there is none. */
  readonly onlyMainContent: boolean
  /** CSS selectors of the elements to keep. */
  readonly includeTags: readonly string[]
  /** CSS selectors of the elements to remove first. */
  readonly excludeTags: readonly string[]
  readonly removeBase64Images: boolean
}

/** HTML is parsed as a page; anything else stays as it is. */
export interface ExtractionJob {
  readonly kind: 'html' | 'json' | 'text'
  /** Decoded. */
  readonly text: string
  /** After redirects: the base of relative URLs. */
  readonly url: string
  readonly options: ExtractionOptions
}

/** Metadata of a page; `og…` are its Open Graph names in camel case. */
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
  /** Whether the page is an empty shell for its scripts. */
  readonly needsScripts: boolean
  /** Warnings for the reader: too large to parse, little more than a cookie notice. */
  readonly notes: readonly string[]
}
