import type { ErrorCode } from '#lib/errors.ts'
import type { DocumentKind } from '#lib/documents/blocks.ts'
import type { ParseLimits } from '#lib/documents/limits.ts'
import type { ParseOptions, ReadStep, Transcript, Written } from '#lib/documents/options.ts'
import type { ParseReason } from '#lib/documents/parse-error.ts'

/** One file for a child. Names are relative to the child's folder. */
export interface ParseJob {
  readonly folder: string
  readonly options: ParseOptions
  readonly limits: ParseLimits
  readonly programs: Programs
  /** `second`: the first engine crashed on this file. */
  readonly engine: 'first' | 'second'
}

/** Programs that the pool can start for a child. */
export interface Programs {
  readonly tesseract: boolean
  readonly ffmpeg: boolean
  readonly soffice: boolean
}

/** Requests of a child to the pool, because it can start no program and open no socket. */
export type ToolRequest =
  | {
      readonly tool: 'tesseract'
      readonly file: string
      readonly language: string
      readonly pageMode: number
    }
  | { readonly tool: 'tesseract-languages' }
  | { readonly tool: 'ffmpeg'; readonly file: string; readonly output: string }
  | { readonly tool: 'soffice'; readonly file: string; readonly format: string }
  | { readonly tool: 'transcribe'; readonly file: string; readonly name: string }

export type ToolAnswer =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: true; readonly transcript: Transcript }
  | {
      readonly ok: false
      readonly code: ErrorCode
      readonly reason: string | null
      readonly param: string | null
      readonly message: string
    }

export interface ChildDone extends Written {
  readonly type: 'done'
  readonly kind: DocumentKind
  readonly pages: number
  readonly ocrPages: number
  readonly audioSeconds: number
  /** An engine failed in native code or WebAssembly: its instance is unreliable. */
  readonly spoiled: boolean
}

/** An external error, such as a speech provider's, passed through. */
export interface Failure {
  readonly code: ErrorCode
  readonly message: string
}

export type ChildMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'tool'; readonly id: number; readonly request: ToolRequest }
  /** Number of OCR pages to come: the deadline is extended. */
  | { readonly type: 'ocr_pages'; readonly pages: number }
  | { readonly type: 'step'; readonly step: ReadStep }
  | ChildDone
  | {
      readonly type: 'failed'
      /** null: not caused by the file; see `failure`. */
      readonly reason: ParseReason | null
      readonly failure: Failure | null
      /** The field that caused it. */
      readonly param: string | null
      readonly message: string
      /** The thrown error; it may quote the file. */
      readonly detail: string
      /** Location of an unexpected exception, for the log; null: caused by the file. */
      readonly fault: string | null
      readonly spoiled: boolean
    }

export type ParentMessage =
  | { readonly type: 'job'; readonly job: ParseJob }
  | { readonly type: 'tool_answer'; readonly id: number; readonly answer: ToolAnswer }

/** File names in a child's folder. */
export const uploadFile = 'upload'
export const bodyFile = 'answer.json'
export const copyFile = 'copy.jsonl'
