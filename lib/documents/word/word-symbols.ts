const greek: Readonly<Record<string, string>> = Object.fromEntries([
  ...pairs('abcdefghijklmnopqrstuvwxyz', 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'),
  ...pairs('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'),
])
const signs: Readonly<Record<number, string>> = {
  0xa3: '≤',
  0xa5: '∞',
  0xab: '↔',
  0xac: '←',
  0xae: '→',
  0xb0: '°',
  0xb1: '±',
  0xb3: '≥',
  0xb4: '×',
  0xb9: '≠',
  0xbb: '≈',
  0xce: '∈',
  0xd6: '√',
  0xe5: '∑',
  0xf2: '∫',
}
const pictures: Readonly<Record<number, string>> = {
  0x6c: '●',
  0x6e: '■',
  0x6f: '□',
  0xa8: '☐',
  0xdf: '←',
  0xe0: '→',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
}

/** The character of a symbol font; empty if it has none. @param code hexadecimal */
export function symbolText(font: string, code: string): string {
  const value = Number.parseInt(code, 16)
  if (!Number.isInteger(value) || value < 0x20 || value > 0xffff) return ''
  // Symbol fonts put their characters into the private use area.
  const low = value >= 0xf000 ? value - 0xf000 : value
  if (/^wingdings/i.test(font)) return pictures[low] ?? ''
  if (/^symbol/i.test(font)) return signs[low] ?? greek[String.fromCharCode(low)] ?? String.fromCharCode(low)
  return value >= 0xe000 && value < 0xf900 ? '' : String.fromCharCode(value)
}

function pairs(from: string, to: string): [string, string][] {
  return Array.from(from, (letter, at) => [letter, to.charAt(at)])
}
