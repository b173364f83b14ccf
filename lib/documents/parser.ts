import type { Archive } from './archive.ts'
import type { DocumentKind, ParsedDocument } from './blocks.ts'
import type { ParseJob, ToolRequest } from './pool/child-messages.ts'
import type { Transcript } from './options.ts'

/** What a parser gets: the file, what is asked of it, and what only the pool can do. */
export interface ParserInput extends ParseJob {
  readonly kind: DocumentKind
  /** The whole file. */
  readonly bytes: Buffer
  /** For what is a ZIP inside. */
  readonly archive: Archive | null
  readonly tools: ChildTools
}

export interface ChildTools {
  /** @returns what the program printed */
  run(request: Exclude<ToolRequest, { tool: 'transcribe' }>): Promise<string>
  transcribe(file: string, name: string): Promise<Transcript>
  /** Moves the deadline. */
  expectOcrPages(pages: number): void
  /** Says that native code failed in a way that leaves this process doubtful. */
  spoil(): void
}

/** Reads a file. @throws ApiError with a `reason` of parse-error.ts */
export type Parser = (input: ParserInput) => Promise<ParsedDocument>
