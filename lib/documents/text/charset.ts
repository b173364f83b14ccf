import { detect } from 'chardet'
import { parseError } from '#lib/documents/parse-error.ts'

export interface DecodedText {
  readonly text: string
  /** `TextDecoder` name, or `utf-32le`, `utf-32be`. */
  readonly charset: string
  /** True if it was guessed, not stated by byte order mark, caller, bytes or declaration. */
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
 * Decodes bytes in any charset: byte order mark, the caller's charset, UTF-8, zeros of UTF-16, declaration, and
 * then guesses.
 * @param charset the caller's charset, any label of the encoding standard
 * @throws ApiError `charset` if the label is unknown
 */
export function decodeText(bytes: Buffer, charset: string | null): DecodedText {
  const marked = charsetByMark(bytes)
  if (marked !== null) return { text: clean(decode(bytes, marked)), charset: marked, guessed: false }
  if (charset !== null) {
    const known = toKnown(charset)
    if (known === null)
      throw parseError('charset', `cannot be read as \`${charset.slice(0, 40)}\`: unknown charset.`)
    return { text: clean(decode(bytes, known)), charset: known, guessed: false }
  }
  const utf8 = decodeStrictly(bytes, 'utf-8')
  // A zero between ASCII characters is UTF-16 without a byte order mark, which is also valid UTF-8.
  const zeros = charsetByZeros(bytes.subarray(0, sampleBytes))
  if (utf8 !== null && zeros === null) return { text: clean(utf8), charset: 'utf-8', guessed: false }
  const stated = zeros ?? declared(bytes)
  if (stated !== null) return { text: clean(decode(bytes, stated)), charset: stated, guessed: false }
  const guess = guessEastAsian(bytes) ?? toKnown(detect(bytes.subarray(0, sampleBytes))) ?? 'windows-1252'
  // UTF-8 is already ruled out, and UTF-16 without zeros cannot be detected reliably.
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

/** UTF-16 without a byte order mark, by the position of its zeros. */
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

/** Normalizes line endings and removes invalid characters. */
function clean(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .replace(/^\ufeff/, '')
    .toWellFormed()
}

/** Decodes UTF-32, which `TextDecoder` does not support; invalid characters become U+FFFD. */
function decodeUtf32(bytes: Buffer, littleEndian: boolean): string {
  const parts: string[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
    parts.push(code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code))
  }
  return parts.join('')
}

const guessEastAsianSampleBytes = 65_536
const shareMin = 0.6
const wideMin = 2

interface Charset {
  readonly name: string
  /**
   * Lead and trail bytes of the most common characters, in the order of the standard: `[from, to]`, inclusive.
   */
  readonly common: readonly (readonly [number, number])[]
  readonly script: RegExp | null
}

const kana = /[\u3041-\u30ff]/u
const hangul = /[\uac00-\ud7a3]/u
// On equal scores the first one wins: Korean syllables occupy the codes of the most common Chinese and Japanese
// ideographs.
const charsets: readonly Charset[] = [
  { name: 'shift_jis', common: [[0x889f, 0x9872]], script: kana },
  { name: 'euc-kr', common: [], script: hangul },
  { name: 'euc-jp', common: [[0xb0a1, 0xcff3]], script: kana },
  { name: 'big5', common: [[0xa440, 0xc67e]], script: null },
  { name: 'gb18030', common: [[0xb0a1, 0xd7f9]], script: null },
]
const marks = /[\u3000-\u303f\uff00-\uff5e]/gu
const wide = /[^\0-\u{7f}]/gu

/**
 * Detects an East Asian charset: of those that decode without errors, the one with the most kana, hangul or
 * common ideographs among wide characters. Null if none fits.
 */
function guessEastAsian(bytes: Buffer): string | null {
  const sample = bytes.subarray(0, guessEastAsianSampleBytes)
  const scored = charsets.map(charset => ({
    name: charset.name,
    score: scoreOf(
      guessEastAsianDecodeStrictly(sample, charset.name, bytes.length > guessEastAsianSampleBytes),
      charset,
    ),
  }))
  const [best] = scored.toSorted((one, other) => other.score - one.score)
  return best !== undefined && best.score >= shareMin ? best.name : null
}

function guessEastAsianDecodeStrictly(bytes: Buffer, charset: string, cut: boolean): string {
  try {
    // A sample may end inside a character.
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: cut })
  } catch {
    return ''
  }
}

function scoreOf(text: string, charset: Charset): number {
  // Full-width punctuation is common to all of them.
  const characters = text.replaceAll(marks, '').match(wide) ?? []
  if (characters.length < wideMin) return 0
  const common = commonOf(charset)
  const known = characters.filter(each => common.has(each) || charset.script?.test(each) === true)
  return known.length / characters.length
}

const commonSets = new Map<string, ReadonlySet<string>>()

function commonOf({ name, common }: Charset): ReadonlySet<string> {
  const known = commonSets.get(name)
  if (known !== undefined) return known
  const decoder = new TextDecoder(name)
  const made = new Set<string>()
  for (const [from, to] of common) {
    for (let code = from; code <= to; code += 1) {
      const text = decoder.decode(Uint8Array.of(code >> 8, code & 0xff))
      if (text.length === 1 && text !== '\ufffd') made.add(text)
    }
  }
  commonSets.set(name, made)
  return made
}
