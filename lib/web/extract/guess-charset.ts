import { isAscii } from 'node:buffer'
import { decodeText } from '#lib/documents/text/charset.ts'
import { statedCharset } from './charset.ts'

const pieceBytes = 16 * 1024
const sampleBytes = 64 * 1024
// A few broken characters do not make a page another charset.
const brokenShareMax = 0.25

/**
 * The encoding of a page as stated, otherwise guessed from its text, as for uploaded files.
 * @returns a label that `TextDecoder` supports
 */
export function guessCharset(contentType: string, bytes: Buffer): string {
  return statedCharset(contentType, bytes, sampleBytes) ?? toLabel(guess(sampleOf(bytes)))
}

function guess(sample: Buffer): string {
  const whole = decodeText(sample, null)
  if (!whole.guessed) return whole.charset
  if (isMostlyUtf8(sample)) return 'utf-8'
  // Tags are ASCII in each charset, and would make every page look English.
  const text = decodeText(textOf(sample), null)
  return text.guessed ? text.charset : whole.charset
}

/** From the first piece with other characters than ASCII to an end that splits no character. */
function sampleOf(bytes: Buffer): Buffer {
  let start = 0
  while (start < bytes.length && isAscii(bytes.subarray(start, start + pieceBytes))) start += pieceBytes
  if (start >= bytes.length) return bytes.subarray(0, pieceBytes)
  const sample = bytes.subarray(start, start + sampleBytes)
  if (start + sample.length === bytes.length) return sample
  return sample.subarray(0, sample.findLastIndex(byte => byte < 0x80) + 1)
}

function isMostlyUtf8(sample: Buffer): boolean {
  const characters = sample.toString('utf8').match(/[^\0-\x7f]/gu) ?? []
  const broken = characters.filter(character => character === '\ufffd').length
  return broken < characters.length * brokenShareMax
}

const silent = /^(script|style)\b/i

/** The bytes outside tags, scripts and styles. */
function textOf(sample: Buffer): Buffer {
  const parts: string[] = []
  let inside = ''
  for (const part of sample.toString('latin1').split('<')) {
    if (inside !== '') {
      if (part.slice(0, inside.length + 1).toLowerCase() === `/${inside}`) inside = ''
      continue
    }
    inside = silent.exec(part)?.[1]?.toLowerCase() ?? ''
    if (inside === '') parts.push(part.slice(part.indexOf('>') + 1))
  }
  return Buffer.from(parts.join(' '), 'latin1')
}

function toLabel(charset: string): string {
  return charset.startsWith('utf-32') ? 'utf-8' : charset
}
