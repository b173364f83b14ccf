import { createHash } from 'node:crypto'
import { base62Digits, randomBase62 } from '#lib/base62.ts'

/** An id for a call that its model did not name. */
export function newToolCallId(): string {
  return `call_${randomBase62(24)}`
}

/** The same id in nine letters and digits, the only form that some servers take; always the same for the same id. */
export function toNineAlphanumerics(id: string): string {
  if (/^[0-9A-Za-z]{9}$/.test(id)) return id
  const bytes = createHash('sha256').update(id).digest().subarray(0, 9)
  return Array.from(bytes, byte => base62Digits[byte % 62]).join('')
}
