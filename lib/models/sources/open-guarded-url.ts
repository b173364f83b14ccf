import { Agent, request } from 'undici'
import { createAddressGuard } from '#lib/engines/web/address-guard.ts'
import { guardedConnect } from '#lib/engines/web/guarded-connect.ts'
import type { OpenedUrl, OpenUrl, OpenUrlOptions } from './open-url.ts'

const connectMs = 5_000
const silenceMs = 30_000
const redirectsMax = 5
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Opens addresses through the guarded connector and follows their redirects; a token never travels to another origin.
 * @param allow hosts that may be private because the operator named them, such as a hub mirror's
 */
export function createOpenUrl({ allow }: { allow: readonly string[] }): OpenUrl {
  const dispatcher = new Agent({
    connect: guardedConnect(createAddressGuard(allow), { connectMs }),
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  })
  const open = async (
    url: string,
    { headers, signal }: OpenUrlOptions,
    followed: number,
  ): Promise<OpenedUrl> => {
    const target = new URL(url)
    const response = await request(target, { headers, signal, dispatcher })
    // A body that is given up reports it as an error: the reader knows, and nobody else is to die of it.
    response.body.on('error', () => undefined)
    const { location } = response.headers
    if (!redirects.has(response.statusCode) || typeof location !== 'string')
      return { status: response.statusCode, headers: response.headers, body: response.body }
    await response.body.dump()
    if (followed === redirectsMax) throw new Error(`${target.host} redirects too often`)
    const next = new URL(location, target)
    if (target.protocol === 'https:' && next.protocol !== 'https:')
      throw new Error(`${target.host} redirects to an address without encryption`)
    const kept = next.origin === target.origin ? headers : withoutToken(headers)
    return await open(next.href, { headers: kept, signal }, followed + 1)
  }
  return async (url, options) => await open(url, options, 0)
}

function withoutToken(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'),
  )
}
