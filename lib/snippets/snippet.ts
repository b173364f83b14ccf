/** What a snippet prints: one request of the API, never with a key. */
export interface SnippetRequest {
  /** Id of the contract, e.g. `chat`. */
  readonly contract: string
  /** Where the API is, without a path, e.g. `http://127.0.0.1:3000`. */
  readonly baseUrl: string
  /** e.g. `/v1/chat/completions` */
  readonly path: string
  /** The exact string that the console sends. */
  readonly body: string
}

/** Lies beside the program: what would be unreadable, or too long, within it. */
export interface SnippetFile {
  readonly name: string
  /** True where the content is bytes. */
  readonly binary: boolean
  readonly content: string | Uint8Array<ArrayBuffer>
}

/** A whole program: saved under its name it runs. */
export interface Snippet {
  readonly code: string
  readonly language: 'bash' | 'python' | 'typescript'
  readonly fileName: string
  /** Command that installs what it imports; null when nothing is needed. */
  readonly install: string | null
  /** Command that runs it. */
  readonly run: string
  readonly files: readonly SnippetFile[]
}
