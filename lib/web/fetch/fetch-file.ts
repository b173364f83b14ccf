import { ApiError } from '#lib/errors.ts'
import type { SafeFetch } from './safe-fetch.ts'

export interface FetchedFile {
  /** After redirects. */
  readonly url: string
  /** From the URL, with an extension where the server states a type that parsers know by name. */
  readonly name: string
  readonly body: AsyncIterable<Buffer>
}

export interface FetchFileOptions {
  readonly signal: AbortSignal
  readonly bytesMax: number
  /** The request field with the URL, for the error. */
  readonly param: string
}

/**
 * Fetches a file of any type through the guard.
 * @throws ApiError `url_not_allowed`, `fetch_failed`, `fetch_timeout`
 */
export type FetchFile = (url: string, options: FetchFileOptions) => Promise<FetchedFile>

const timeoutMs = 60_000

export function createFetchFile(safeFetch: SafeFetch): FetchFile {
  return async (url, options) => {
    const response = await safeFetch(url, { ...options, timeoutMs })
    if (response.status !== 200) {
      response.abort()
      const message = `The document could not be fetched: it returned HTTP ${response.status}.`
      throw new ApiError('fetch_failed', message, { param: options.param })
    }
    const name = toName(response.url, String(response.headers['content-type'] ?? ''))
    return { url: response.url, name, body: response.body }
  }
}

/** Types without a signature in their bytes: the parser detects them by the extension. */
const extensions: Readonly<Record<string, string>> = {
  'text/html': '.html',
  'text/markdown': '.md',
  'text/csv': '.csv',
  'text/plain': '.txt',
}

function toName(url: string, contentType: string): string {
  const last = decoded(new URL(url).pathname.split('/').at(-1) ?? '')
  const name = last === '' ? 'document' : last.slice(-200)
  if (/\.\w{1,10}$/.test(name)) return name
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  return name + (extensions[type] ?? '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
