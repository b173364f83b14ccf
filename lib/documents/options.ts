import type { DocumentKind } from './blocks.ts'

export type AnswerMode = 'text' | 'markdown' | 'pages' | 'embeddings'

/** Token counting: the tokenizer of the default embedding model, or an estimate. */
export type TokenCounting =
  | { readonly from: 'file'; readonly path: string }
  | {
      readonly from: 'encoding'
      readonly encoding: 'cl100k_base' | 'o200k_base'
      readonly estimated: boolean
    }

/** Input limits of a speech engine. */
export interface SpeechPlan {
  /** Longest part of 16 kHz mono audio, in seconds: 20 for the embedded model, 600 for a provider. */
  readonly partSecondsMax: number
  /** Up to this size the file is sent unchanged; 0: never. */
  readonly originalBytesMax: number
}

/** A child's options for one file; it reads no environment. */
export interface ParseOptions {
  /** Id of the response, e.g. `chunks-…`, if the mode has one; else empty. */
  readonly id: string
  /** As uploaded; only distinguishes text formats, and is used in messages. */
  readonly name: string
  readonly mode: AnswerMode
  readonly pageBased: boolean
  readonly removeHeaders: boolean
  readonly enableOcr: boolean
  readonly imagesOnly: boolean
  readonly includeImageData: boolean
  readonly details: boolean
  /** ISO 639 codes, joined by `+`. */
  readonly language: string | null
  readonly charset: string | null
  readonly password: string | null
  readonly chunkSize: number
  readonly chunkOverlap: number
  readonly tokens: TokenCounting
  /** null: no speech engine. */
  readonly speech: SpeechPlan | null
  /** Whether to write a copy of the pages for the library. */
  readonly copy: boolean
}

/** The writer's report about the body. */
export interface Written {
  readonly tokens: number
  readonly chunks: number
}

/** The result for the gateway; the body itself stays on disk. */
export interface ParseResult {
  readonly kind: DocumentKind
  /** The finished JSON body, in the folder of the file. */
  readonly bodyPath: string
  readonly bodyBytes: number
  /** The copy of the pages, if requested; in the same folder. */
  readonly copyPath: string | null
  readonly pages: number
  readonly ocrPages: number
  readonly audioSeconds: number
  readonly tokens: number
  readonly chunks: number
}

/** Name of a part of a recording: 16-bit WAV at 16 kHz. */
export const partFile = 'part.wav'

export interface Transcript {
  readonly text: string
  /** Seconds within the sent audio. */
  readonly segments: readonly { readonly start: number; readonly end: number; readonly text: string }[]
  readonly englishOnly: boolean
  /** The length of the sent audio, as reported or measured; absent: unknown. */
  readonly seconds?: number
  /** Present if the model knows only one language, and the speech may be in another one. */
  readonly certainty?: SpeechCertainty
  /** As the model named it; absent if it did not. */
  readonly language?: string
}

/** How certain a model was of its tokens. */
export interface SpeechCertainty {
  readonly tokens: number
  readonly meanLogProbability: number
  /** Continues a sentence that begins with the file's name, for a recording of which the model understood little. */
  readonly refusal: string
}

/** Transcribes the speech in a file: 16-bit WAV parts, or the unchanged upload if the plan allows it. */
export type Transcribe = (
  sound: { readonly path: string; readonly name: string },
  options: { readonly language: string | null; readonly signal: AbortSignal },
) => Promise<Transcript>

export interface ParseCall {
  /** Aborted when the client disconnects: its worker is killed. */
  readonly signal: AbortSignal
  /** Callers without a key wait behind the others. */
  readonly anonymous: boolean
  readonly transcribe: Transcribe
  readonly onStep?: OnReadStep | undefined
}

/** A part of a file that has been read: files that take long report each of theirs. */
export type ReadStep =
  | { readonly kind: 'page'; readonly done: number; readonly total: number }
  /** The text of a scanned page, after all pages were read. */
  | { readonly kind: 'ocr_page'; readonly done: number; readonly total: number }
  /** A part of a recording, up to this second. */
  | { readonly kind: 'sound'; readonly seconds: number }

export type OnReadStep = (step: ReadStep) => void

/**
 * Extracts one file and writes the response body next to it. The file is moved out of its folder; the caller
 * deletes the folder in every case.
 * @throws ApiError with `reason`: `unsupported_file_type`, `unprocessable_file`, `processing_timeout`,
 * `ocr_unavailable`, `transcription_unavailable`; `rate_limit_exceeded` if the queue is full; the signal's reason
 * on abort
 */
export type ParseFile = (path: string, options: ParseOptions, call: ParseCall) => Promise<ParseResult>
