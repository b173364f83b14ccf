import type { Archive } from './archive.ts'
import type { DocumentKind, ParsedDocument } from './blocks.ts'
import type { ParseJob, ToolRequest } from './pool/child-messages.ts'
import type { ReadStep, Transcript } from './options.ts'

/** Input of a parser: the file, the options, and services of the pool. */
export interface ParserInput extends ParseJob {
  readonly kind: DocumentKind
  /** The whole file. */
  readonly bytes: Buffer
  /** For ZIP-based formats. */
  readonly archive: Archive | null
  readonly tools: ChildTools
}

export interface ChildTools {
  /** @returns output of the program */
  run(request: Exclude<ToolRequest, { tool: 'transcribe' }>): Promise<string>
  transcribe(file: string, name: string): Promise<Transcript>
  /** Reports progress. */
  report(step: ReadStep): void
  /** Extends the deadline. */
  expectOcrPages(pages: number): void
  /** Reports a native failure that makes this process unreliable. */
  spoil(): void
}

/** Reads a file. @throws ApiError with a `reason` of parse-error.ts */
export type Parser = (input: ParserInput) => Promise<ParsedDocument>
