import type { SafeResponse } from '#lib/web/fetch/safe-fetch.ts'
import type { PoliteFetch, PoliteOptions } from '#lib/web/fetch/polite-fetch.ts'

const retriesMax = 3

/** Retries up to three times while the host is busy, after the pause it requests. */
export async function fetchWithRetries(
  fetch: PoliteFetch,
  url: string,
  options: PoliteOptions,
): Promise<SafeResponse> {
  for (let retries = 0; ; retries++) {
    const response = await fetch(url, options)
    if (retries === retriesMax || (response.status !== 429 && response.status !== 503)) return response
    response.abort()
  }
}
