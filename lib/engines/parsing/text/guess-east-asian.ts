const sampleBytes = 65_536
const shareMin = 0.6
const wideMin = 2

interface Charset {
  readonly name: string
  /** Lead and trail bytes of the characters met most, as the standard orders them: `[from, to]`, inclusive. */
  readonly common: readonly (readonly [number, number])[]
  readonly script: RegExp | null
}

const kana = /[\u3041-\u30ff]/u
const hangul = /[\uac00-\ud7a3]/u
// Equal scores go to the first: Korean syllables lie where Chinese and Japanese have their commonest ideographs.
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
 * Which East Asian charset bytes are in: of all in which they decode without a fault, the one whose wide characters are
 * most often kana, hangul or common ideographs. Null when none fits.
 */
export function guessEastAsian(bytes: Buffer): string | null {
  const sample = bytes.subarray(0, sampleBytes)
  const scored = charsets.map(charset => ({
    name: charset.name,
    score: scoreOf(decodeStrictly(sample, charset.name, bytes.length > sampleBytes), charset),
  }))
  const [best] = scored.toSorted((one, other) => other.score - one.score)
  return best !== undefined && best.score >= shareMin ? best.name : null
}

function decodeStrictly(bytes: Buffer, charset: string, cut: boolean): string {
  try {
    // A sample may end inside a character.
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: cut })
  } catch {
    return ''
  }
}

function scoreOf(text: string, charset: Charset): number {
  // Full-width marks belong to all of them and tell nothing.
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
