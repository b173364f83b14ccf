import { Agent, request } from 'undici'
import type { OpenUrl, OpenedUrl } from './open-url.ts'

const redirectsMax = 5
const agent = new Agent({ connect: { timeout: 5_000 }, headersTimeout: 30_000, bodyTimeout: 30_000 })

/** Opens an address outside and follows its redirects; a secret never travels to another origin. */
export const openGuardedUrl: OpenUrl = async (url, { headers, signal }) => {
  let target = new URL(url)
  let sent = headers
  for (let redirects = 0; ; redirects += 1) {
    const response = await request(target, { headers: sent, signal, dispatcher: agent })
    const { location } = response.headers
    if (![301, 302, 303, 307, 308].includes(response.statusCode) || typeof location !== 'string')
      return {
        status: response.statusCode,
        headers: response.headers,
        body: response.body,
      } satisfies OpenedUrl
    await response.body.dump()
    if (redirects === redirectsMax) throw new Error(`${target.host} redirects too often`)
    const next = new URL(location, target)
    if (next.origin !== target.origin) sent = withoutSecrets(sent)
    target = next
  }
}

function withoutSecrets(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'),
  )
}
