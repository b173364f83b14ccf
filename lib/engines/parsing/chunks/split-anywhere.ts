const words = new Intl.Segmenter('und', { granularity: 'word' })
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
  if (part.length <= 1 || count(part) <= room) return yield [from, to]
  const middle = from + findCut(part)
  if (middle === from || middle === to) return yield [from, to]
  yield* splitAnywhere(text, from, middle, room, count)
  yield* splitAnywhere(text, middle, to, room, count)
}

function findCut(text: string): number {
  const middle = Math.floor(text.length / 2)
  for (const segmenter of [words, graphemes]) {
    const segment = segmenter.segment(text).containing(middle)
    if (segment === undefined) continue
    const { index } = segment
    const end = index + segment.segment.length
    const nearer = middle - index <= end - middle ? index : end
    if (nearer > 0 && nearer < text.length) return nearer
    const other = nearer === index ? end : index
    if (other > 0 && other < text.length) return other
  }
  return /[\uDC00-\uDFFF]/.test(text.charAt(middle)) ? middle - 1 : middle
}
