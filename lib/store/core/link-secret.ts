import { hash, timingSafeEqual } from 'node:crypto'
import { randomBase62 } from '#lib/base62.ts'

// 131 bits, in letters that no log mistakes for a key.
const secretDigits = 22

/** The secret of a single-use link; only its hash is stored. */
export function makeLinkSecret(): { secret: string; hash: string } {
  const secret = randomBase62(secretDigits)
  return { secret, hash: hashLinkSecret(secret) }
}

export function hashLinkSecret(secret: string): string {
  return hash('sha256', secret)
}

/** Compares in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')]
  return left.length === right.length && timingSafeEqual(left, right)
}
