import type { PlaygroundContract } from '#lib/contracts/api/capabilities.ts'

/** The chat playground also sends its requests in other API formats, each with a contract of its own. */
export type SnippetContract = PlaygroundContract | 'messages' | 'responses'

/** Input of a snippet: one API request, never with a key. */
export interface SnippetRequest {
  /** Contract id, e.g. `chat`. */
  readonly contract: string
  /** Origin of the API, e.g. `http://127.0.0.1:3000`. */
  readonly baseUrl: string
  /** e.g. `/v1/chat/completions` */
  readonly path: string
  /** The exact string that the console sends. */
  readonly body: string
}

/** A file next to the program: content that would be unreadable, or too long, inside it. */
export interface SnippetFile {
  readonly name: string
  /** True for binary content. */
  readonly binary: boolean
  readonly content: string | Uint8Array<ArrayBuffer>
}

/** A complete program: it runs when saved under its name. */
export interface Snippet {
  readonly code: string
  readonly language: 'bash' | 'python' | 'typescript'
  readonly fileName: string
  /** Command that installs its dependencies; null if none. */
  readonly install: string | null
  /** Command that runs it. */
  readonly run: string
  readonly files: readonly SnippetFile[]
}
