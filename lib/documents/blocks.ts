/** What every parser returns and everything after it reads: text, Markdown, pages, chunks and provenance. */

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
] as const
export type DocumentKind = (typeof documentKinds)[number]

export type BlockType = 'heading' | 'paragraph' | 'list_item' | 'table' | 'code' | 'image' | 'field' | 'note'

/** `[x0, y0, x1, y1]`, 0…1 from the top left of the page as displayed. */
export type Box = readonly [number, number, number, number]

export type Origin = 'text' | 'ocr' | 'speech'

/** A piece of a document that lies on one page, in reading order. */
export interface Block {
  readonly type: BlockType
  /** As the text mode prints it, lines divided by `\n`; a table's cells by tabs, its rows by `\n`. Never empty. */
  readonly text: string
  /** The same with links and emphasis, without the mark of a heading or a list item; only where it differs from `text`. */
  readonly markdown?: string
  /** Heading: 1…6. List item: depth from 0. */
  readonly level?: number
  /** List item: `-` or its number as printed, e.g. `3.`; `text` begins with it. */
  readonly marker?: string
  /** Table: its cells, the first row being the header. A merged cell stands in its first place, the others are empty. */
  readonly rows?: readonly (readonly string[])[]
  /** Table: merged cells, by row and column from 0. */
  readonly spans?: readonly Span[]
  /** Code: its language, where known. */
  readonly language?: string
  /** From 1. Absent for kinds without pages, which are one page. */
  readonly page?: number
  readonly slide?: number
  readonly sheet?: string
  /** The headings it stands under, outermost first; its own text is not among them. */
  readonly headings: readonly string[]
  readonly box?: Box
  /** 0…1, where it was recognised. */
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

/** A field of a form, filled or not. */
export interface FormField {
  /** The document's own name of it: the key of the answer's `fields`. */
  readonly name: string
  /** What a reader calls it. */
  readonly label: string
  readonly type: 'text' | 'checkbox' | 'radio' | 'choice' | 'signature'
  readonly value: FieldValue
  /** What can be chosen: the displayed texts. */
  readonly options?: readonly string[]
  readonly page?: number
  readonly box?: Box
  readonly required: boolean
  readonly readOnly: boolean
}

export interface DocumentImage {
  /** From 1. */
  readonly page: number
  /** From 0 within its page. */
  readonly index: number
  readonly mime: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Alternative text; empty when the document gives none. */
  readonly text: string
  /** Name of the file in the child's folder with its bytes, when they were asked for and fit. */
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

/** What went partly wrong and still gave text. */
export interface ParseWarning {
  readonly code: WarningCode
  readonly message: string
  readonly pages?: readonly number[]
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
  /** How many, at least 1: PDF pages, frames, slides, sheets, spine items; 1 for every other kind. Some may have no block. */
  readonly pages: number
  readonly blocks: readonly Block[]
  readonly warnings: readonly ParseWarning[]
  /** In page order; present for a form. */
  readonly fields?: readonly FormField[]
  /** Present when only images were asked for; their texts are the blocks of type `image`, in the same order. */
  readonly images?: readonly DocumentImage[]
  readonly charset?: string
  readonly ocr?: { readonly pages: readonly number[]; readonly meanConfidence: number }
  readonly segments?: readonly SpeechSegment[]
  /** Duration of a recording. */
  readonly seconds?: number
  /** Present when running headers and footers were asked to go. */
  readonly removed?: readonly RemovedLine[]
  readonly readings: readonly PageReading[]
}
