import type { Measure } from './measure.ts'

const words = new Intl.Segmenter('und', { granularity: 'word' })
// More than any word needs a token for.
const charsPerToken = 16

/** The end of a text from the beginning of a word, with at most so many tokens; empty where no word fits. */
export function takeTail(text: string, tokensMax: number, { count }: Pick<Measure, 'count'>): string {
  if (tokensMax <= 0) return ''
  const from = Math.max(0, text.length - tokensMax * charsPerToken)
  const starts = [...words.segment(text.slice(from))]
    .filter(({ isWordLike, index }) => isWordLike === true && (index > 0 || from === 0))
    .map(({ index }) => from + index)
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (count(text.slice(starts[middle])) <= tokensMax) high = middle
    else low = middle + 1
  }
  const start = starts[low]
  return start === undefined ? '' : text.slice(start)
}
