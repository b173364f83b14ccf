import { createHmac, hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62Digits, randomBase62, toBase62 } from '#lib/base62.ts'

const prefix = 'sxt_'
const secretDigits = 30
const ours = new RegExp(`^${prefix}([0-9A-Za-z]{${secretDigits}})([0-9A-Za-z]{6})$`)

/** A new key: `sxt_`, 30 random base62 digits and their CRC32 as 6 more. */
export function makeApiKey(): string {
  return withChecksum(randomBase62(secretDigits))
}

/**
 * Distinguishes a mistyped key of ours from a foreign token without a lookup: the format includes a checksum, so
 * only `ours-valid` and `foreign` need a lookup.
 */
export function isWellFormed(token: string): 'ours-valid' | 'ours-bad-checksum' | 'foreign' {
  if (!token.startsWith(prefix)) return 'foreign'
  const [, secret, checksum] = ours.exec(token) ?? []
  return secret !== undefined && checksumOf(secret) === checksum ? 'ours-valid' : 'ours-bad-checksum'
}

/**
 * Rejects a key that the gateway would reject without a lookup, so that the error appears where it was made.
 * @param name name of the key, for the message
 */
export function refuseMistyped(token: string, name: string): void {
  if (isWellFormed(token) !== 'ours-bad-checksum') return
  throw new Error(`${name} begins with sxt_ but its checksum is wrong: it was mistyped or truncated.`)
}

/** The stored form of a key: its hash, and the first and last characters, by which its owner recognizes it. */
export function toTokenColumns(token: string): { hash: string; prefix: string; last4: string } {
  return { hash: hashApiKey(token), prefix: token.slice(0, 8), last4: token.slice(-4) }
}

/** The sha256 of a key in hexadecimal. */
export function hashApiKey(token: string): string {
  return hash('sha256', token)
}

/**
 * A member's playground key. It is derived, so it is never stored; increasing the membership's `session_epoch`
 * creates another one.
 */
export function playgroundKey(authSecret: string, teamId: string, userId: string, epoch: number): string {
  const mac = createHmac('sha256', authSecret).update(`playground:${teamId}:${userId}:${epoch}`).digest('hex')
  // 256 bits are at most 43 digits of base 62.
  return withChecksum(toBase62(BigInt(`0x${mac}`), 43).slice(0, secretDigits))
}

function withChecksum(secret: string): string {
  return `${prefix}${secret}${checksumOf(secret)}`
}

function checksumOf(secret: string): string {
  let text = ''
  for (let rest = crc32(secret); text.length < 6; rest = Math.floor(rest / 62))
    text = base62Digits.charAt(rest % 62) + text
  return text
}
