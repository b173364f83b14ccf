/**
 * Authenticates Sextant's own processes to each other: a header with a token that the supervisor generates at
 * each start.
 */
import { hash, timingSafeEqual } from 'node:crypto'

export const internalHeader = 'x-sextant-internal'

/** Whether the header contains the token; compares in constant time. */
export function isInternal(given: string | readonly string[] | undefined, token: string): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(token))
}

// Hashes have equal length, as the comparison requires.
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
