/** How the product's own processes know each other: a header with the token that the supervisor makes at each start. */
import { hash, timingSafeEqual } from 'node:crypto'

export const internalHeader = 'x-sextant-internal'

/** Whether the header holds the token; takes as long for a wrong one as for the right one. */
export function isInternal(given: string | readonly string[] | undefined, token: string): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(token))
}

// Of one length, whatever was sent.
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
