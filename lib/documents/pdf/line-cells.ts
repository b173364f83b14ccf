import { charLeft, charRange, type Rect, type TextPage } from './text-page.ts'

/** A piece of a line, with its ends in points. */
export interface LineCell {
  readonly text: string
  readonly left: number
  readonly right: number
}

const gapHeights = 1

/** A line's pieces, separated by gaps wider than between words; null for an ordinary line. */
export function readCells(
  reading: TextPage,
  [from, to]: readonly [number, number],
  rects: readonly Rect[],
): LineCell[] | null {
  const spans = toSpans(rects)
  if (spans.length < 2) return null
  const words = spans.map((): string[] => [])
  for (const match of reading.text.slice(from, to).matchAll(/\S+/g)) {
    const range = charRange(reading, from + match.index, from + match.index + 1)
    const left = range === null ? null : charLeft(reading, range[0])
    const at = left === null ? -1 : spans.findIndex(([start, end]) => left >= start - 1 && left <= end + 1)
    if (at < 0) return null
    words[at]?.push(match[0])
  }
  const cells = spans.map(([left, right], index) => ({ text: (words[index] ?? []).join(' '), left, right }))
  const filled = cells.filter(cell => cell.text !== '')
  return filled.length < 2 ? null : filled
}

/** Ranges of a line without a wide gap, left to right. */
function toSpans(rects: readonly Rect[]): [number, number][] {
  const spans: [number, number][] = []
  const height = Math.max(...rects.map(rect => rect[1] - rect[3]))
  for (const [left, , right] of rects.toSorted((one, other) => one[0] - other[0])) {
    const before = spans.at(-1)
    if (before !== undefined && left - before[1] < height * gapHeights) before[1] = Math.max(before[1], right)
    else spans.push([left, right])
  }
  return spans
}
