import { createHash, randomBytes } from 'node:crypto'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id for a call that its model did not name. */
export function newToolCallId(): string {
  return `call_${toBase62(randomBytes(24))}`
}

/** The same id in nine letters and digits, the only form that some servers take; always the same for the same id. */
export function toNineAlphanumerics(id: string): string {
  if (/^[0-9A-Za-z]{9}$/.test(id)) return id
  return toBase62(createHash('sha256').update(id).digest().subarray(0, 9))
}

function toBase62(bytes: Uint8Array): string {
  return Array.from(bytes, byte => digits[byte % 62]).join('')
}
