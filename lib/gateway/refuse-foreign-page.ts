import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '#lib/errors.ts'
import { isLoopbackHost } from '#lib/loopback-host.ts'

export interface PageSettings {
  readonly appUrl: string | null
  /** Origins that a browser may call from. */
  readonly cors: readonly string[]
  /** Without sign-in and bound to loopback: for the users of this machine alone. */
  readonly isLocal: boolean
}

/**
 * Refuses what a web page of another site could have caused without a key: a browser sends it whatever page asks for it.
 * Programs send none of these headers but `Host`, and that only counts where only this machine can connect.
 * @throws ApiError `forbidden_origin`
 */
export function refuseForeignPage(headers: IncomingHttpHeaders, settings: PageSettings): void {
  const { origin, host } = headers
  if (isForeignHost(host, settings)) {
    const message = 'Without an API key, send uploads to localhost, 127.0.0.1 or [::1]. Otherwise send a key.'
    throw new ApiError('forbidden_origin', message)
  }
  // `*` lists no origin: any page could upload then.
  if (origin !== undefined && settings.cors.includes(origin)) return
  const isForeign = origin !== undefined && !isOwnOrigin(origin, host, settings)
  if (!isForeign && headers['sec-fetch-site'] !== 'cross-site') return
  const message =
    'A page of another site may not upload without an API key. Send a key, or list its origin in `cors`.'
  throw new ApiError('forbidden_origin', message)
}

// Behind DNS rebinding a foreign name leads to loopback, and its page counts as same-origin for the browser.
function isForeignHost(host: string | undefined, { appUrl, isLocal }: PageSettings): boolean {
  if (!isLocal || host === undefined || isLoopbackHost(host)) return false
  return appUrl === null || host.toLowerCase() !== new URL(appUrl).host
}

function isOwnOrigin(origin: string, host: string | undefined, { appUrl }: PageSettings): boolean {
  const asked = origin.toLowerCase()
  if (appUrl !== null && asked === new URL(appUrl).origin) return true
  if (host === undefined || !isLoopbackHost(host)) return false
  // A local proxy may add TLS.
  return asked === `http://${host.toLowerCase()}` || asked === `https://${host.toLowerCase()}`
}
