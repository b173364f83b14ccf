import { setImmediate as nextTick } from 'node:timers/promises'

const largeBytes = 1024 * 1024
let last: Promise<void> = Promise.resolve()

/**
 * To be awaited before a body is parsed. Thirty megabytes take a tenth of a second, in which nobody else is answered:
 * between one large body and the next, others are.
 */
export function parseTurn(sizeBytes: number): Promise<void> | undefined {
  if (sizeBytes < largeBytes) return undefined
  last = last.then(() => nextTick())
  return last
}
