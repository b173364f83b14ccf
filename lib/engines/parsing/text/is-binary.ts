import { charsetByMark, charsetByZeros } from './charset.ts'

const sampleBytes = 65_536
const controlShareMax = 0.02

/** True for bytes that are no text in any charset: they hold zeros or control characters that text does not have. */
export function isBinary(bytes: Buffer, charset: string | null): boolean {
  const sample = bytes.subarray(0, sampleBytes)
  if (charsetByMark(sample) !== null || charsetByZeros(sample) !== null) return false
  if (charset !== null && /^utf-?(16|32)/i.test(charset)) return false
  let controls = 0
  for (const byte of sample) if (byte < 0x20 && !isLayout(byte)) controls += 1
  return controls > sample.length * controlShareMax
}

/** Backspace to carriage return, and escape, with which ISO-2022-JP changes its alphabet. */
function isLayout(byte: number): boolean {
  return (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b
}
