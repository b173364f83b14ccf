const words = new Intl.Segmenter('und', { granularity: 'word' })
// Segmenters read all that they are given: what is far from the middle decides nothing.
const aroundMiddle = 200
// More than any token has, long runs of white space aside.
const charsPerToken = 64
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Halves a text until each part has at most `room` tokens: between words, else between characters as a reader sees
 * them, and only inside one of these that is too long by itself.
 */
export function* splitAnywhere(
  text: string,
  from: number,
  to: number,
  room: number,
  count: (text: string) => number,
): Generator<readonly [start: number, end: number]> {
  const part = text.slice(from, to)
  if (part.length <= 1) return yield [from, to]
  if (part.length <= room * charsPerToken && count(part) <= room) return yield [from, to]
  const middle = from + findCut(part)
  if (middle === from || middle === to) return yield [from, to]
  yield* splitAnywhere(text, from, middle, room, count)
  yield* splitAnywhere(text, middle, to, room, count)
}

function findCut(text: string): number {
  const middle = Math.floor(text.length / 2)
  const begin = Math.max(0, middle - aroundMiddle)
  const around = text.slice(begin, middle + aroundMiddle)
  const end = begin + around.length
  for (const segmenter of [words, graphemes]) {
    const segment = segmenter.segment(around).containing(middle - begin)
    if (segment === undefined) continue
    const start = begin + segment.index
    const bounds = [start, start + segment.segment.length].filter(at => at > begin && at < end)
    const [nearest] = bounds.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
    if (nearest !== undefined) return nearest
  }
  return /[\uDC00-\uDFFF]/.test(text.charAt(middle)) ? middle - 1 : middle
}
