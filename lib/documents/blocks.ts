/** The common output of all parsers, and input of text, Markdown, pages, chunks and provenance. */

export const documentKinds = [
  'pdf',
  'docx',
  'pptx',
  'xlsx',
  'xls',
  'doc',
  'ppt',
  'image',
  'audio',
  'text',
  'csv',
  'html',
  'markdown',
  'rtf',
  'odt',
  'ods',
  'odp',
  'epub',
  'json',
  'xml',
  'eml',
  'msg',
] as const
export type DocumentKind = (typeof documentKinds)[number]

export type BlockType = 'heading' | 'paragraph' | 'list_item' | 'table' | 'code' | 'image' | 'field' | 'note'

/** `[x0, y0, x1, y1]`, 0 to 1 from the top left of the displayed page. */
export type Box = readonly [number, number, number, number]

export type Origin = 'text' | 'ocr' | 'speech'

/** Part of a document on one page, in reading order. */
export interface Block {
  readonly type: BlockType
  /** As printed in text mode, lines separated by `\n`; table cells by tabs, rows by `\n`. Never empty. */
  readonly text: string
  /** The same with links and emphasis, without heading or list markers; only if it differs from `text`. */
  readonly markdown?: string
  /** Heading: 1 to 6. List item: depth from 0. */
  readonly level?: number
  /**
   * List item: `-` or its printed number, e.g. `3.`; `text` begins with it. Note: its mark where Markdown refers to it,
   * e.g. `[^1]`.
   */
  readonly marker?: string
  /**
   * Table: its cells, with the header in the first row. A merged cell is in its first position, the others are
   * empty.
   */
  readonly rows?: readonly (readonly string[])[]
  /** Table: the cells with links, images or emphasis, at the place of `rows`; only if there are any. */
  readonly markdownRows?: readonly (readonly (string | undefined)[] | undefined)[]
  /** Table: merged cells, by row and column from 0. */
  readonly spans?: readonly Span[]
  /** Code: its language, if known. */
  readonly language?: string
  /** From 1. Absent for documents without pages. */
  readonly page?: number
  readonly slide?: number
  readonly sheet?: string
  /** Enclosing headings, outermost first, without its own text. */
  readonly headings: readonly string[]
  readonly box?: Box
  /** 0 to 1, if recognized by OCR. */
  readonly confidence?: number
  readonly origin: Origin
}

export interface Span {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

export type FieldValue = string | boolean | readonly string[] | null

/** A form field, filled or empty. */
export interface FormField {
  /** Name in the document: the key in `fields` of the response. */
  readonly name: string
  /** Visible label. */
  readonly label: string
  readonly type: 'text' | 'checkbox' | 'radio' | 'choice' | 'signature'
  readonly value: FieldValue
  /** Options: the displayed texts. */
  readonly options?: readonly string[]
  readonly page?: number
  readonly box?: Box
  readonly required: boolean
  readonly readOnly: boolean
}

export interface DocumentImage {
  /** From 1. */
  readonly page: number
  /** From 0 on its page. */
  readonly index: number
  readonly mime: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Alternative text; empty if there is none. */
  readonly text: string
  /** File with its bytes in the child's folder, if they were requested and fit. */
  readonly file?: string
}

export type WarningCode =
  | 'ocr_needed'
  | 'low_confidence'
  | 'page_failed'
  | 'engine_fallback'
  | 'structure_dropped'
  | 'hidden_sheet'
  | 'formula_without_value'
  | 'charset_guessed'
  | 'estimated_tokens'
  | 'images_truncated'
  | 'english_only'
  | 'text_missing'

/** Partial failures that still gave text. */
export interface ParseWarning {
  readonly code: WarningCode
  readonly message: string
  readonly pages?: readonly number[]
  /** Part of the words concerned, 0 to 1. */
  readonly share?: number
}

export interface RemovedLine {
  readonly text: string
  readonly page: number
  readonly box?: Box
}

/** Seconds from the start of the recording. */
export interface SpeechSegment {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** How one page was read. */
export interface PageReading {
  readonly page: number
  readonly engine: string
  readonly origin: Origin
}

export interface ParsedDocument {
  readonly kind: DocumentKind
  /**
   * Number of pages, at least 1: PDF pages, frames, slides, sheets, spine items; 1 for all other formats. Some
   * may have no block.
   */
  readonly pages: number
  readonly blocks: readonly Block[]
  readonly warnings: readonly ParseWarning[]
  /** In page order; present for a form. */
  readonly fields?: readonly FormField[]
  /** Present if only images were requested; their texts are the blocks of type `image`, in the same order. */
  readonly images?: readonly DocumentImage[]
  readonly charset?: string
  readonly ocr?: { readonly pages: readonly number[]; readonly meanConfidence: number }
  readonly segments?: readonly SpeechSegment[]
  /** Duration of a recording. */
  readonly seconds?: number
  /** Present if removal of running headers and footers was requested. */
  readonly removed?: readonly RemovedLine[]
  readonly readings: readonly PageReading[]
  /** Displayed text of the file, or a sample of it, before it was divided into blocks: only to compare both. */
  readonly rawTexts?: readonly RawText[]
}

export interface RawText {
  readonly text: string
  /** Absent for documents without pages. */
  readonly page?: number
}
