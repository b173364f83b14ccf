import type { ErrorCode } from '#lib/errors.ts'
import type { DocumentKind } from '#lib/documents/blocks.ts'
import type { ParseLimits } from '#lib/documents/limits.ts'
import type { ParseOptions, Transcript, Written } from '#lib/documents/options.ts'
import type { ParseReason } from '#lib/documents/parse-error.ts'

/** One file for a child. Names are of files in the child's own folder. */
export interface ParseJob {
  readonly folder: string
  readonly options: ParseOptions
  readonly limits: ParseLimits
  readonly programs: Programs
  /** `second`: the first engine died on this file. */
  readonly engine: 'first' | 'second'
}

/** Which programs the pool can start for a child. */
export interface Programs {
  readonly tesseract: boolean
  readonly ffmpeg: boolean
  readonly soffice: boolean
}

/** What a child asks of the pool, since it can start no program and open no socket. */
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
  | { readonly ok: false; readonly code: ErrorCode; readonly reason: string | null; readonly message: string }

export interface ChildDone extends Written {
  readonly type: 'done'
  readonly kind: DocumentKind
  readonly pages: number
  readonly ocrPages: number
  readonly audioSeconds: number
  /** An engine threw inside native code or wasm: its instance cannot be trusted any more. */
  readonly spoiled: boolean
}

/** Another's error, passed on: a speech provider's, for one. */
export interface Failure {
  readonly code: ErrorCode
  readonly message: string
}

export type ChildMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'tool'; readonly id: number; readonly request: ToolRequest }
  /** This many pages are going to be recognised: the deadline moves. */
  | { readonly type: 'ocr_pages'; readonly pages: number }
  | ChildDone
  | {
      readonly type: 'failed'
      /** null: not the file's fault; `failure` has it then. */
      readonly reason: ParseReason | null
      readonly failure: Failure | null
      readonly message: string
      /** What was thrown; it may quote the file. */
      readonly detail: string
      /** Where an exception came from that no parser foresaw, for the log; null: the file is to blame. */
      readonly fault: string | null
      readonly spoiled: boolean
    }

export type ParentMessage =
  | { readonly type: 'job'; readonly job: ParseJob }
  | { readonly type: 'tool_answer'; readonly id: number; readonly answer: ToolAnswer }

/** Names in a child's folder. */
export const uploadFile = 'upload'
export const bodyFile = 'answer.json'
export const copyFile = 'copy.jsonl'
