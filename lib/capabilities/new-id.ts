import { randomFillSync } from 'node:crypto'
import { base62Digits } from '#lib/base62.ts'

const digits = Buffer.from(base62Digits)
// 248 is the largest multiple of 62 in a byte: higher bytes would favor the first digits.
const fairMax = 248
const pool = new Uint8Array(4096)
let used = pool.length
// Enough until the year 8888.
const clockDigits = 8
// Written as bytes: V8 stores a string built digit by digit as a rope of 24 objects, which lives as long as
// the request.
const id = Buffer.alloc(64)

/** A prefix and that many random base62 digits, at most 64, e.g. `chatcmpl-` and 29. */
export function newId(prefix: string, length: number): string {
  writeRandom(0, length)
  return prefix + id.toString('latin1', 0, length)
}

/**
 * The same, but the first 8 digits are the creation time in milliseconds, so that ids sort by time: new rows
 * go to the end of the index, which makes a batch of request rows 2.5 times cheaper to write.
 */
export function newOrderedId(prefix: string, length: number, now = Date.now()): string {
  for (let at = clockDigits - 1, rest = now; at >= 0; at--, rest = Math.floor(rest / 62))
    id[at] = digits[rest % 62] ?? 0
  writeRandom(clockDigits, length)
  return prefix + id.toString('latin1', 0, length)
}

function writeRandom(from: number, to: number): void {
  for (let at = from; at < to;) {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const byte = pool[used++] ?? 255
    if (byte >= fairMax) continue
    id[at++] = digits[byte % 62] ?? 0
  }
}
