import { readText } from '#lib/engines/web/links/read-text.ts'
import type { PoliteFetch } from '#lib/engines/web/politeness/polite-fetch.ts'
import { ApiError } from '#lib/errors.ts'
import { allowAll, allowNothing, readRobotsRules, type RobotsRules } from './robots-rules.ts'

const charsMax = 500 * 1024
const bytesMax = 10 * 1024 * 1024

/** Whether a host could be asked at all, and what it allows. */
export type FetchedRobots =
  | { readonly kind: 'rules'; readonly rules: RobotsRules }
  /** There was no answer; nothing may be fetched. */
  | { readonly kind: 'away'; readonly rules: RobotsRules; readonly error: ApiError }

/**
 * Asks a host for its robots file, of which the first 500 KiB count: 4xx allows everything, 5xx and silence nothing.
 * @throws ApiError `client_closed`
 */
export async function fetchRobots(
  origin: string,
  fetch: PoliteFetch,
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<FetchedRobots> {
  const url = `${origin}/robots.txt`
  try {
    const response = await fetch(url, { ...options, bytesMax, headers: { accept: 'text/plain, */*;q=0.1' } })
    if (response.status < 200 || response.status >= 300) {
      response.abort()
      return { kind: 'rules', rules: response.status >= 500 ? allowNothing : allowAll }
    }
    let text = ''
    for await (const piece of readText(response)) {
      text += piece
      if (text.length >= charsMax) break
    }
    return { kind: 'rules', rules: readRobotsRules(url, text.slice(0, charsMax)) }
  } catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof ApiError) return { kind: 'away', rules: allowNothing, error }
    throw error
  }
}
