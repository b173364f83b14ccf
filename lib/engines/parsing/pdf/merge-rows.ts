import type { LineCell } from './line-cells.ts'
import type { PageLine } from './page-lines.ts'

/** Puts lines together that stand side by side on one height: PDFium divides some rows, by their letters. */
export function mergeRows(lines: readonly PageLine[]): PageLine[] {
  const merged: PageLine[] = []
  for (const line of lines) {
    const before = merged.at(-1)
    if (before !== undefined && isBeside(before, line)) merged[merged.length - 1] = merge(before, line)
    else merged.push(line)
  }
  return merged
}

function isBeside({ box: one, hyphenated }: PageLine, { box: other }: PageLine): boolean {
  const overlap = Math.min(one[3], other[3]) - Math.max(one[1], other[1])
  return !hyphenated && other[0] >= one[2] && overlap > Math.min(one[3] - one[1], other[3] - other[1]) / 2
}

function merge(one: PageLine, other: PageLine): PageLine {
  return {
    text: `${one.text} ${other.text}`,
    box: [one.box[0], Math.min(one.box[1], other.box[1]), other.box[2], Math.max(one.box[3], other.box[3])],
    ends: [one.ends[0], other.ends[1]],
    fontSize: one.fontSize,
    bold: one.bold && other.bold,
    cells: [...cellsOf(one), ...cellsOf(other)],
    hyphenated: other.hyphenated,
  }
}

function cellsOf({ cells, text, ends: [left, right] }: PageLine): readonly LineCell[] {
  return cells ?? [{ text, left, right }]
}
