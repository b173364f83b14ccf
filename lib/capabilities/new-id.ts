import { randomFillSync } from 'node:crypto'

const digits = Buffer.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
// 248 is the largest multiple of 62 in a byte: beyond it a remainder would favour the first digits.
const fairMax = 248
const pool = new Uint8Array(4096)
let used = pool.length
// Written as bytes: a text grown digit by digit is a chain of 24 objects, which lives as long as the call.
const id = Buffer.alloc(64)

/** A prefix and that many random base62 digits, at most 64, e.g. `req_` and 24. */
export function newId(prefix: string, length: number): string {
  for (let at = 0; at < length;) {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const byte = pool[used++] ?? 255
    if (byte >= fairMax) continue
    id[at++] = digits[byte % 62] ?? 0
  }
  return prefix + id.toString('latin1', 0, length)
}
