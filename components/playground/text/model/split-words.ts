/** A word and its position. */
export interface Word {
  /** Lower case, without accents. */
  readonly word: string
  /** Offsets into the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
}

// Written without spaces between words: two adjacent characters stand for a word.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
// A fast path for nearly all words: a thousand documents have a hundred thousand.
const plain = /^[\p{ASCII}’]+$/u
const pattern = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu

/** The words of a text for a keyword search. */
export function splitWords(text: string): readonly Word[] {
  return [...text.matchAll(pattern)].flatMap(match => {
    const start = match.index
    const [found] = match
    if (plain.test(found) || !unspaced.test(found)) return [toWord(found, start)]
    const characters = Array.from(found)
    if (characters.length === 1) return [toWord(found, start)]
    let at = start
    return characters.slice(0, -1).map((character, index) => {
      const pair = toWord(character + (characters[index + 1] ?? ''), at)
      at += character.length
      return pair
    })
  })
}

function toWord(text: string, start: number): Word {
  return { word: foldWord(text), start, end: start + text.length }
}

function foldWord(text: string): string {
  const lower = text.toLowerCase().replaceAll('’', "'").replace(/'s$/, '')
  return plain.test(lower) ? lower : lower.normalize('NFKD').replace(/\p{M}+/gu, '')
}
