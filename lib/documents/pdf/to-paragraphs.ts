import type { Box } from '#lib/documents/blocks.ts'
import { findTables } from './find-tables.ts'
import type { PageLine } from './page-lines.ts'
import type { LineCell } from './line-cells.ts'

const sizeTolerance = 0.12
const gapFactor = 0.8
const fullShare = 0.85
const flowingShare = 0.6
const sameLeft = 0.02

/** Lines of one paragraph, item or table. */
export interface Paragraph {
  /** From 1. */
  readonly page: number
  readonly lines: readonly PageLine[]
  readonly text: string
  readonly box: Box
  /** Points. */
  readonly fontSize: number
  readonly bold: boolean
  /** Cells of a table. */
  readonly rows: readonly (readonly string[])[] | null
}

export const itemStart = /^(?:([•◦▪‣●○■·])|(\(?(?:\d{1,3}|[a-z])[.)]))\s+(?=\S)/i

/** Groups the lines of a page into paragraphs by distance and size, in PDFium's order. */
export function toParagraphs(given: readonly PageLine[], page: number): Paragraph[] {
  const lines = mergeRows(given.filter(line => line.text !== ''))
  const tables = new Map(findTables(lines).map(table => [table.from, table]))
  const rights = columnRights(lines)
  const paragraphs: Paragraph[] = []
  let group: PageLine[] = []
  const flush = (): void => {
    if (group.length > 0) paragraphs.push(toParagraph(group, page, joinLines(group, rights)))
    group = []
  }
  for (let at = 0; at < lines.length;) {
    const table = tables.get(at)
    if (table !== undefined) {
      flush()
      const own = lines.slice(table.from, table.to)
      const text = own.map(line => line.text).join('\n')
      paragraphs.push({ ...toParagraph(own, page, text), rows: table.rows })
      at = table.to
      continue
    }
    const line = lines[at]
    const before = group.at(-1)
    if (line !== undefined && before !== undefined && !belongs(before, line)) flush()
    if (line !== undefined) group.push(line)
    at += 1
  }
  flush()
  return paragraphs
}

function belongs(before: PageLine, line: PageLine): boolean {
  const sizes = Math.abs(before.fontSize - line.fontSize) / Math.max(before.fontSize, line.fontSize, 1)
  if (sizes > sizeTolerance || before.bold !== line.bold) return false
  if (itemStart.test(line.text) && (itemStart.test(before.text) || line.box[0] <= before.box[0])) return false
  const height = before.box[3] - before.box[1]
  const gap = line.box[1] - before.box[3]
  const overlaps = line.box[0] < before.box[2] && before.box[0] < line.box[2]
  return overlaps && gap < height * gapFactor && gap > -height * gapFactor
}

/** Right edges of columns: the rightmost line among those with the same start. */
function columnRights(lines: readonly PageLine[]): (left: number) => number {
  const rights = new Map<number, number>()
  const keyOf = (left: number): number => Math.round(left / sameLeft)
  for (const { box } of lines) rights.set(keyOf(box[0]), Math.max(rights.get(keyOf(box[0])) ?? 0, box[2]))
  return left => Math.max(...[-1, 0, 1].map(step => rights.get(keyOf(left) + step) ?? 0))
}

/** Prose fills its lines; the lines of an address or a list of figures are meaningful. */
function joinLines(lines: readonly PageLine[], columnRight: (left: number) => number): string {
  const left = Math.min(...lines.map(line => line.box[0]))
  const right = columnRight(left)
  const isFull = (line: PageLine): boolean => line.box[2] - left > (right - left) * fullShare
  const inner = lines.slice(0, -1)
  const flowing = inner.length > 0 && inner.filter(isFull).length >= inner.length * flowingShare
  return lines.reduce((text, line, index) => {
    const before = lines[index - 1]
    if (before === undefined) return line.text
    const isProse = flowing && (isFull(before) || before.hyphenated)
    return `${text}${isProse ? spaceBetween(text, line.text) : '\n'}${line.text}`
  }, '')
}

const unspacedEnd = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]$/u
const unspacedStart = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u

/** Chinese and Japanese break lines within words. */
function spaceBetween(before: string, after: string): string {
  return unspacedEnd.test(before) && unspacedStart.test(after) ? '' : ' '
}

function toParagraph(lines: readonly PageLine[], page: number, text: string): Paragraph {
  return {
    page,
    lines,
    text,
    box: [
      Math.min(...lines.map(line => line.box[0])),
      Math.min(...lines.map(line => line.box[1])),
      Math.max(...lines.map(line => line.box[2])),
      Math.max(...lines.map(line => line.box[3])),
    ],
    fontSize: lines[0]?.fontSize ?? 0,
    bold: lines.every(line => line.bold),
    rows: null,
  }
}

/** Joins lines side by side at the same height: PDFium splits some rows by their letters. */
function mergeRows(lines: readonly PageLine[]): PageLine[] {
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
