import type { PoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import { type FetchedRobots, fetchRobots } from './fetch-robots.ts'
import { ApiError } from '#lib/errors.ts'
import { untilAborted } from '#lib/until-aborted.ts'

const robotsMs = 10_000
/** Cache lifetime of rules; the standard allows a day, but sites change them at short notice. */
const ttlMs = 600_000
const hostsMax = 1000

/** @throws ApiError `robots_disallowed` if robots.txt disallows the URL */
export type CheckRobots = (
  url: string,
  options: { readonly signal: AbortSignal; readonly param: string },
) => Promise<void>

/**
 * Fetches robots.txt of each host once in ten minutes, for all callers. If that fails, the page request itself
 * may fail, and robots.txt is fetched again next time.
 */
export function createCheckRobots(fetch: PoliteFetch): CheckRobots {
  const cached = new Map<string, { readonly asked: Promise<FetchedRobots>; readonly until: number }>()

  function rulesOf(origin: string): Promise<FetchedRobots> {
    const known = cached.get(origin)
    if (known !== undefined && performance.now() < known.until) return known.asked
    // The first caller may abort while others wait for the same response.
    const asked = fetchRobots(origin, fetch, { signal: AbortSignal.timeout(robotsMs), timeoutMs: robotsMs })
    const forget = (): void => void cached.delete(origin)
    asked.then(({ kind }) => kind === 'unavailable' && forget(), forget)
    cached.delete(origin)
    cached.set(origin, { asked, until: performance.now() + ttlMs })
    const [oldest] = cached.keys()
    if (cached.size > hostsMax && oldest !== undefined) cached.delete(oldest)
    return asked
  }

  return async (url, { signal, param }) => {
    const robots = await untilAborted(rulesOf(new URL(url).origin), signal)
    if (robots.kind === 'unavailable' || robots.rules.allows(url)) return
    const message = 'The robots.txt of this site does not allow reading this page.'
    throw new ApiError('robots_disallowed', message, { param })
  }
}
