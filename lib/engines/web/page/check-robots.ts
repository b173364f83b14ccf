import type { PoliteFetch } from '#lib/engines/web/politeness/polite-fetch.ts'
import { fetchRobots } from '#lib/engines/web/robots/fetch-robots.ts'
import { ApiError } from '#lib/errors.ts'

const robotsMs = 10_000

/** @throws ApiError `robots_disallowed` where the robots file of its host keeps us from an address */
export type CheckRobots = (
  url: string,
  options: { readonly signal: AbortSignal; readonly param: string },
) => Promise<void>

/** A host that does not answer for its robots file is left to fail for the page itself. */
export function createCheckRobots(fetch: PoliteFetch): CheckRobots {
  return async (url, { signal, param }) => {
    const robots = await fetchRobots(new URL(url).origin, fetch, { signal, timeoutMs: robotsMs })
    if (robots.kind === 'away' || robots.rules.allows(url)) return
    const message = 'The robots rules of this site do not allow this page to be read.'
    throw new ApiError('robots_disallowed', message, { param })
  }
}
