const vocabularySize = 30_000

/** Words with the frequencies of a natural language: a few very common, most rare. Deterministic by seed. */
export function createWriter(seed = 1): { words(count: number): string; rareWords(count: number): string } {
  let state = seed
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const join = (count: number, pick: () => number): string =>
    Array.from({ length: count }, () => wordOf(pick())).join(' ')
  return {
    words: count => join(count, () => Math.floor(Math.exp(next() * Math.log(vocabularySize)))),
    rareWords: count => join(count, () => 50 + Math.floor(next() * 5000)),
  }
}

const syllables = 'ba ce di fo gu ha ji ke lo mu na pe qui ro su ta ve wi xo zu'.split(' ')

function wordOf(number: number): string {
  let rest = number
  let word = ''
  do {
    word += syllables[rest % syllables.length] ?? ''
    rest = Math.floor(rest / syllables.length)
  } while (rest > 0)
  return word
}

// About 380 tokens: two of them are too long for one passage.
const paragraphWords = 170

/** Markdown that yields this many passages. */
export function documentOf(writer: ReturnType<typeof createWriter>, chunks: number): string {
  return Array.from({ length: chunks }, () => `${writer.words(paragraphWords)}.`).join('\n\n')
}
