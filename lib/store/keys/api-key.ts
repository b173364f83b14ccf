import { createHmac, hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomBase62, toBase62 } from '#lib/base62.ts'

const prefix = 'sxt_'
const secretDigits = 30
const ours = new RegExp(`^${prefix}([0-9A-Za-z]{${secretDigits}})([0-9A-Za-z]{6})$`)

/** A new key: `sxt_`, 30 random base62 digits and their CRC32 as 6 more. */
export function makeApiKey(): string {
  return withChecksum(randomBase62(secretDigits))
}

/**
 * Tells a mistyped key of ours from a stranger's token without asking the store: the form publishes its checksum, so
 * only `ours-valid` and `foreign` are worth a look-up.
 */
export function isWellFormed(token: string): 'ours-valid' | 'ours-bad-checksum' | 'foreign' {
  if (!token.startsWith(prefix)) return 'foreign'
  const [, secret, checksum] = ours.exec(token) ?? []
  return secret !== undefined && checksumOf(secret) === checksum ? 'ours-valid' : 'ours-bad-checksum'
}

/**
 * Refuses a key that the gateway would refuse unseen, so that the mistake shows where it was made.
 * @param name what the key is called, for the message
 */
export function refuseMistyped(token: string, name: string): void {
  if (isWellFormed(token) !== 'ours-bad-checksum') return
  throw new Error(`${name} begins with sxt_ but its checksum is wrong: it was mistyped or cut.`)
}

/** What is stored of a key: its sha256 in hexadecimal. */
export function hashApiKey(token: string): string {
  return hash('sha256', token)
}

/**
 * A member's playground key. It is derived, so that it is never stored; raising the membership's `session_epoch`
 * makes another one.
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
  return toBase62(BigInt(crc32(secret)), 6)
}
