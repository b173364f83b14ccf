/** The response of a path. */
export interface SitePage {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** HTML in UTF-8, unless the headers say something else. */
  readonly body: string | Buffer
}
