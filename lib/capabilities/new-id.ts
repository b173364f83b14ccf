import { randomFillSync } from 'node:crypto'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
// 248 is the largest multiple of 62 in a byte: beyond it a remainder would favour the first digits.
const fairMax = 248
const pool = new Uint8Array(4096)
let used = pool.length

/** A prefix and that many random base62 digits, e.g. `req_` and 24. */
export function newId(prefix: string, length: number): string {
  let id = prefix
  for (let left = length; left > 0;) {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const byte = pool[used++] ?? 255
    if (byte >= fairMax) continue
    id += digits[byte % 62]
    left--
  }
  return id
}
