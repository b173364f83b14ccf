import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'
import type { PoliteFetch, PoliteOptions } from '#lib/web/fetch/polite-fetch.ts'
import type { SafeResponse } from '#lib/web/fetch/safe-fetch.ts'
import { ApiError } from '#lib/errors.ts'

/** How the start address answered; its host is the base of the site. */
export type Start =
  | { readonly kind: 'answered'; readonly asked: URL; readonly url: URL; readonly response: SafeResponse }
  | { readonly kind: 'failed'; readonly asked: URL; readonly url: URL; readonly error: ApiError }

/**
 * Fetches the start address; the next one only when there was no connection or TLS failed.
 * @throws ApiError `url_not_allowed`; the signal's reason
 */
export async function openStart(
  urls: readonly [URL, ...URL[]],
  fetch: PoliteFetch,
  options: Omit<PoliteOptions, 'param'>,
): Promise<Start> {
  const [asked, ...others] = urls
  try {
    const response = await fetch(asked.href, { ...options, param: 'url', headers: { accept: htmlAccept } })
    return { kind: 'answered', asked, url: new URL(response.url), response }
  } catch (error) {
    options.signal.throwIfAborted()
    if (!(error instanceof ApiError) || error.code === 'url_not_allowed') throw error
    const [next, ...rest] = others
    if (next !== undefined && isNoConnection(error)) return openStart([next, ...rest], fetch, options)
    return { kind: 'failed', asked, url: asked, error }
  }
}

export const htmlAccept = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1'

function isNoConnection({ cause }: ApiError): boolean {
  const fault = cause instanceof ApiError ? cause.cause : cause
  return fault instanceof ExchangeFault && (fault.kind === 'connect' || fault.kind === 'broken')
}
