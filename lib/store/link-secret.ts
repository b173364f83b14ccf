import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret of 128 bits for a link that is good once; only its hash is stored. */
export function makeLinkSecret(): { secret: string; hash: string } {
  const secret = randomBytes(16).toString('base64url')
  return { secret, hash: hashLinkSecret(secret) }
}

export function hashLinkSecret(secret: string): string {
  return hash('sha256', secret)
}

/** Takes as long for a wrong one as for the right one. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')]
  return left.length === right.length && timingSafeEqual(left, right)
}
