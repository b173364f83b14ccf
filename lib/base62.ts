import { randomBytes } from 'node:crypto'

/** In order of their value, which is also ASCII order. */
export const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

// 248 = 4 × 62: higher bytes would bias some digits.
const fairByteLimit = 248

/** Uniform random digits, by rejection sampling. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length + 8)) {
      if (byte < fairByteLimit && text.length < length) text += base62Digits[byte % 62]
    }
  }
  return text
}

/** The number in base 62, left-padded with zeros to `length` digits. */
export function toBase62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  while (rest > 0n) {
    text = base62Digits.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text.padStart(length, '0')
}
