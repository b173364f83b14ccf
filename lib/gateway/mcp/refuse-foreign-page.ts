import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '#lib/errors.ts'
import { isForeignHost, isOwnOrigin, type PageSettings } from '#lib/gateway/http/foreign-page.ts'

/**
 * Rejects what a web page of another site could have sent: pages send an `Origin`, programs send none.
 * @throws ApiError `forbidden_origin`
 */
export function refuseForeignPage(headers: IncomingHttpHeaders, settings: PageSettings): void {
  const { origin, host } = headers
  if (isForeignHost(host, settings)) {
    const message = 'The host of this request is not allowed. Use localhost, 127.0.0.1 or [::1].'
    throw new ApiError('forbidden_origin', message)
  }
  if (origin === undefined || isOwnOrigin(origin, host, settings)) return
  if (settings.cors.includes(origin) || settings.cors.includes('*')) return
  const message = 'Pages of this origin may not use MCP. The operator can add the origin to `cors`.'
  throw new ApiError('forbidden_origin', message)
}
