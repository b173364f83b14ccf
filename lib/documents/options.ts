import type { DocumentKind } from './blocks.ts'

export type AnswerMode = 'text' | 'markdown' | 'pages' | 'embeddings'

/** How tokens are counted: the tokenizer of the default embedding model, or an estimate. */
export type TokenCounting =
  | { readonly from: 'file'; readonly path: string }
  | {
      readonly from: 'encoding'
      readonly encoding: 'cl100k_base' | 'o200k_base'
      readonly estimated: boolean
    }

/** What a speech engine takes. */
export interface SpeechPlan {
  /** Longest part of 16 kHz mono sound, in seconds: 20 for the embedded model, 600 for a provider. */
  readonly partSecondsMax: number
  /** Up to this size the file is sent as it is; 0: never. */
  readonly originalBytesMax: number
}

/** All that is asked of a child for one file; it reads nothing from its environment. */
export interface ParseOptions {
  /** Id of the answer, e.g. `chunks-…`, where the mode prints one; else empty. */
  readonly id: string
  /** As uploaded; it decides between text kinds only, and is named in messages. */
  readonly name: string
  readonly mode: AnswerMode
  readonly pageBased: boolean
  readonly removeHeaders: boolean
  readonly enableOcr: boolean
  readonly imagesOnly: boolean
  readonly includeImageData: boolean
  readonly details: boolean
  /** ISO 639, several joined by `+`. */
  readonly language: string | null
  readonly charset: string | null
  readonly password: string | null
  readonly chunkSize: number
  readonly chunkOverlap: number
  readonly tokens: TokenCounting
  /** null: nothing here transcribes. */
  readonly speech: SpeechPlan | null
  /** Whether a copy of the pages is written beside the answer, for the library. */
  readonly copy: boolean
}

/** What the writer tells about the body it wrote. */
export interface Written {
  readonly tokens: number
  readonly chunks: number
}

/** What the gateway learns of a file: the body itself stays on disk. */
export interface ParseResult {
  readonly kind: DocumentKind
  /** The finished JSON body, in the folder the file was in. */
  readonly bodyPath: string
  readonly bodyBytes: number
  /** The copy of the pages, where one was asked for; in the same folder. */
  readonly copyPath: string | null
  readonly pages: number
  readonly ocrPages: number
  readonly audioSeconds: number
  readonly tokens: number
  readonly chunks: number
}

export interface Transcript {
  readonly text: string
  /** Seconds within the sound that was sent. */
  readonly segments: readonly { readonly start: number; readonly end: number; readonly text: string }[]
  readonly englishOnly: boolean
}

/** Recognises the speech in a file: 16-bit WAV parts, or the upload itself where the plan lets it through. */
export type Transcribe = (
  sound: { readonly path: string; readonly name: string },
  options: { readonly language: string | null; readonly signal: AbortSignal },
) => Promise<Transcript>

export interface ParseCall {
  /** Aborted when the client is gone: the child that works for it is killed. */
  readonly signal: AbortSignal
  /** Callers without a key wait behind the others. */
  readonly anonymous: boolean
  readonly transcribe: Transcribe
}

/**
 * Extracts one file and writes the answer's body beside it. The file is taken (moved) from its folder; the caller removes
 * the folder in every case.
 * @throws ApiError with `reason`: `unsupported_file_type`, `unprocessable_file`, `processing_timeout`, `ocr_unavailable`,
 *   `transcription_unavailable`; `rate_limit_exceeded` when too many wait; what the signal was aborted with
 */
export type ParseFile = (path: string, options: ParseOptions, call: ParseCall) => Promise<ParseResult>
