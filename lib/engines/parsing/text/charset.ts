import { detect } from 'chardet'
import { parseError } from '#lib/engines/parsing/parse-error.ts'
import { guessEastAsian } from './guess-east-asian.ts'
import { decodeUtf32 } from './utf-32.ts'

export interface DecodedText {
  readonly text: string
  /** As `TextDecoder` names it, or `utf-32le`, `utf-32be`. */
  readonly charset: string
  /** True when neither a mark, the caller, the bytes nor the file itself told. */
  readonly guessed: boolean
}

const zeroShare = 0.3
const declaredBytes = 4096
const sampleBytes = 65_536
const declarations = [
  /<meta[^>]{1,200}?charset\s*=\s*["']?\s*([\w:.-]+)/i,
  /^\s*<\?xml[^>]{1,200}?encoding\s*=\s*["']([\w:.-]+)/i,
]

/**
 * The text of bytes in whatever charset: mark, caller's word, UTF-8, zeros of UTF-16, declaration, and then guesses.
 * @param charset the caller's word for it, any label of the encoding standard
 * @throws ApiError `charset` when that label is unknown
 */
export function decodeText(bytes: Buffer, charset: string | null): DecodedText {
  const marked = charsetByMark(bytes)
  if (marked !== null) return { text: clean(decode(bytes, marked)), charset: marked, guessed: false }
  if (charset !== null) {
    const known = toKnown(charset)
    if (known === null)
      throw parseError('charset', `cannot be read as \`${charset.slice(0, 40)}\`: no such charset is known.`)
    return { text: clean(decode(bytes, known)), charset: known, guessed: false }
  }
  const utf8 = decodeStrictly(bytes, 'utf-8')
  // Between ASCII characters a zero is UTF-16 without a mark, which is valid UTF-8 too.
  const zeros = charsetByZeros(bytes.subarray(0, sampleBytes))
  if (utf8 !== null && zeros === null) return { text: clean(utf8), charset: 'utf-8', guessed: false }
  const told = zeros ?? declared(bytes)
  if (told !== null) return { text: clean(decode(bytes, told)), charset: told, guessed: false }
  const guess = guessEastAsian(bytes) ?? toKnown(detect(bytes.subarray(0, sampleBytes))) ?? 'windows-1252'
  // Not UTF-8, as was seen; and nobody guesses UTF-16 without a zero rightly.
  const charsetGuess = guess.startsWith('utf') ? 'windows-1252' : guess
  return { text: clean(decode(bytes, charsetGuess)), charset: charsetGuess, guessed: true }
}

/** The charset of a byte order mark. */
export function charsetByMark(bytes: Buffer): string | null {
  const mark = bytes.subarray(0, 4).toString('hex')
  if (mark.startsWith('efbbbf')) return 'utf-8'
  if (mark === 'fffe0000') return 'utf-32le'
  if (mark === '0000feff') return 'utf-32be'
  if (mark.startsWith('fffe')) return 'utf-16le'
  return mark.startsWith('feff') ? 'utf-16be' : null
}

/** UTF-16 without a mark, by where its zeros are. */
export function charsetByZeros(bytes: Buffer): string | null {
  const zeros = [0, 0]
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const half = bytes.length / 2
  if (odd > half * zeroShare && even < odd / 10) return 'utf-16le'
  return even > half * zeroShare && odd < even / 10 ? 'utf-16be' : null
}

function decode(bytes: Buffer, charset: string): string {
  if (charset.startsWith('utf-32')) return decodeUtf32(bytes, charset === 'utf-32le')
  return new TextDecoder(charset).decode(bytes)
}

function decodeStrictly(bytes: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function declared(bytes: Buffer): string | null {
  const head = bytes.subarray(0, declaredBytes).toString('latin1')
  const label = declarations.map(pattern => pattern.exec(head)?.[1]).find(Boolean)
  const known = toKnown(label ?? null)
  return known?.startsWith('utf') === true ? null : known
}

function toKnown(label: string | null): string | null {
  if (label === null) return null
  const name = label.trim().toLowerCase()
  if (/^utf-?32/.test(name)) return name.includes('be') ? 'utf-32be' : 'utf-32le'
  try {
    return new TextDecoder(name).encoding
  } catch {
    return null
  }
}

/** Lines end in one way, and nothing is left that is no character. */
function clean(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .replace(/^\ufeff/, '')
    .toWellFormed()
}
