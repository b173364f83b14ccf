import type { RemovedLine } from '#lib/engines/parsing/blocks.ts'
import { type EdgeLine, edgeLinesMax, findRunningLines } from '#lib/engines/parsing/running-lines.ts'
import { findTables, type LineTable } from './find-tables.ts'
import type { PageLine } from './page-lines.ts'

const edgeShare = 0.12
const positionPoints = 3
const gapLines = 1.5

export interface PlacedPage {
  readonly lines: PageLine[]
  /** Points. */
  readonly height: number
}

/** Takes the lines out of the pages that recur at their ends. @returns what was taken, in page order */
export function removeRunning(pages: readonly PlacedPage[]): RemovedLine[] {
  const lineOf = new Map<EdgeLine, PageLine>()
  for (const [index, page] of pages.entries()) {
    for (const [edge, line] of edgeLines(page, index + 1)) lineOf.set(edge, line)
  }
  const running = findRunningLines([...lineOf.keys()], pages.length)
  const gone = new Set([...running].map(edge => lineOf.get(edge)))
  return pages.flatMap((page, index) => {
    const removed = page.lines.filter(line => gone.has(line))
    page.lines.splice(0, page.lines.length, ...page.lines.filter(line => !gone.has(line)))
    return removed.map(({ text, box }) => ({ text, box, page: index + 1 }))
  })
}

/** The lines nearest to the ends of the paper, wherever they come in reading order. */
function edgeLines(page: PlacedPage, number: number): [EdgeLine, PageLine][] {
  const inTables = new Set(
    findTables(page.lines)
      .filter(isTable)
      .flatMap(table => page.lines.slice(table.from, table.to)),
  )
  const down = page.lines.toSorted((one, other) => one.box[1] - other.box[1])
  return (['top', 'bottom'] as const).flatMap(end => {
    const inward = end === 'top' ? down : down.toReversed()
    const near = inward
      .slice(0, edgeLinesMax)
      .filter(({ box }) => (end === 'top' ? box[3] <= edgeShare : box[1] >= 1 - edgeShare))
    return rows(near.filter(line => !inTables.has(line))).map(([line, depth]): [EdgeLine, PageLine] => [
      { page: number, end, depth, text: line.text, position: positionOf(line, inward, page, end) },
      line,
    ])
  })
}

/** A running head of two lines, each with something at either end, looks like a small table. */
function isTable({ rows: all }: LineTable): boolean {
  return all.length > 2 || (all[0]?.length ?? 0) > 2
}

/** Lines on the same height are equally far from the edge: a title at the left, the number at the right. */
function rows(lines: readonly PageLine[]): [PageLine, number][] {
  let depth = -1
  let before: PageLine | null = null
  return lines.map(line => {
    if (before === null || Math.abs(middle(before) - middle(line)) > (line.box[3] - line.box[1]) / 2)
      depth += 1
    before = line
    return [line, depth]
  })
}

function middle({ box }: PageLine): number {
  return (box[1] + box[3]) / 2
}

/** Baseline and size, for a line that stands apart from the body. */
function positionOf(
  line: PageLine,
  inward: readonly PageLine[],
  page: PlacedPage,
  end: 'top' | 'bottom',
): string | null {
  const next = inward.find(other => {
    const apart = end === 'top' ? other.box[1] - line.box[3] : line.box[1] - other.box[3]
    return other !== line && apart >= 0
  })
  const gap = next === undefined ? 1 : end === 'top' ? next.box[1] - line.box[3] : line.box[1] - next.box[3]
  if (gap < (line.box[3] - line.box[1]) * gapLines) return null
  const baseline = Math.round((line.box[3] * page.height) / (positionPoints * 2))
  return `${end} ${baseline} ${Math.round(line.fontSize)}`
}
