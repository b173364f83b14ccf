import { ApiError } from '#lib/errors.ts'
import type { SafeFetch } from '#lib/web/fetch/safe-fetch.ts'

export const pdfBytesMax = 10 * 1024 * 1024
const pdfMs = 20_000
// Readers accept some bytes before it.
const signatureWithinBytes = 1024

/**
 * Fetches a PDF file that a client names: through the SSRF guard, at most 10 MiB, recognized by its first bytes.
 * @throws ApiError with the field `param`: `url_not_allowed`, `fetch_failed`, `fetch_timeout`, or `invalid_value` when
 * it is not a PDF file
 */
export type FetchPdf = (
  url: string,
  options: { readonly signal: AbortSignal; readonly param: string },
) => Promise<Buffer>

export function createFetchPdf(safeFetch: SafeFetch): FetchPdf {
  return async (url, { signal, param }) => {
    const headers = { accept: 'application/pdf' }
    const response = await safeFetch(url, { signal, param, timeoutMs: pdfMs, bytesMax: pdfBytesMax, headers })
    if (response.status !== 200) {
      response.abort()
      throw new ApiError('invalid_value', `Could not fetch the PDF: HTTP ${response.status}.`, { param })
    }
    const bytes = await response.bytes()
    if (bytes.subarray(0, signatureWithinBytes).includes('%PDF-')) return bytes
    throw new ApiError('invalid_value', 'The URL is not a PDF file. Send the text of other documents.', {
      param,
    })
  }
}
