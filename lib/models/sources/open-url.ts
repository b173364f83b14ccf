export interface OpenedUrl {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: AsyncIterable<Uint8Array> & { destroy(): void }
}

export interface OpenUrlOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Opens an address, redirects followed. Injected, so that every way out is the guarded one. */
export type OpenUrl = (url: string, options: OpenUrlOptions) => Promise<OpenedUrl>
