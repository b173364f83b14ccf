import type { LineCell } from './line-cells.ts'
import type { PageLine } from './page-lines.ts'

/** Lines of a page that form a table, as cells. */
export interface LineTable {
  /** Index of the first line, and after the last. */
  readonly from: number
  readonly to: number
  readonly rows: readonly (readonly string[])[]
}

const rowsMin = 2
const pitchMax = 3.5
const proseWords = 9
const marker = /^(?:[•◦▪‣●○■·*–—-]|\(?[\da-z]{1,3}[.)])$/i

/** Detects tables by gaps: adjacent lines with aligned pieces. Text and order of the page stay unchanged. */
export function findTables(lines: readonly PageLine[]): LineTable[] {
  const tables: LineTable[] = []
  let from = 0
  while (from < lines.length) {
    const to = endOfRun(lines, from)
    const table = to - from >= rowsMin ? toTable(lines.slice(from, to), from) : null
    if (table !== null) tables.push(table)
    from = Math.max(from + 1, to)
  }
  return tables
}

/** After the last divided line of a close sequence; a single piece may be between two. */
function endOfRun(lines: readonly PageLine[], from: number): number {
  if ((lines[from]?.cells ?? null) === null) return from
  let end = from + 1
  for (let at = from + 1; at < lines.length && follows(lines[at - 1], lines[at]); at += 1) {
    if ((lines[at]?.cells ?? null) !== null) end = at + 1
    else if (at > end) break
  }
  return end
}

function follows(before: PageLine | undefined, line: PageLine | undefined): boolean {
  if (before === undefined || line === undefined) return false
  const step = line.box[1] - before.box[1]
  return step > 0 && step < (before.box[3] - before.box[1]) * pitchMax
}

function toTable(lines: readonly PageLine[], from: number): LineTable | null {
  const divided = lines.flatMap(line => (line.cells === null ? [] : [line.cells]))
  const columns = toColumns(divided)
  if (divided.length < rowsMin || columns.length < 2 || isProse(divided) || isList(divided)) return null
  const rows = lines.map(line => {
    const row = columns.map((): string => '')
    for (const cell of line.cells ?? [{ text: line.text, left: line.ends[0], right: line.ends[1] }]) {
      const at = columns.findIndex(([left, right]) => cell.left >= left - 1 && cell.left <= right + 1)
      row[Math.max(0, at)] = [row[Math.max(0, at)], cell.text].filter(Boolean).join(' ')
    }
    return row
  })
  return { from, to: from + lines.length, rows }
}

/** Horizontal ranges covered by pieces, over all lines. */
function toColumns(lines: readonly (readonly LineCell[])[]): [number, number][] {
  const columns: [number, number][] = []
  for (const { left, right } of lines.flat().toSorted((one, other) => one.left - other.left)) {
    const before = columns.at(-1)
    if (before !== undefined && left <= before[1]) before[1] = Math.max(before[1], right)
    else columns.push([left, right])
  }
  return columns
}

/** Two columns of prose are not a table. */
function isProse(lines: readonly (readonly LineCell[])[]): boolean {
  const counts = lines.flat().map(cell => cell.text.split(' ').length)
  return counts.reduce((sum, count) => sum + count, 0) / counts.length > proseWords
}

/** Nor are list markers or numbers with their items. */
function isList(lines: readonly (readonly LineCell[])[]): boolean {
  const marked = lines.filter(cells => cells.length === 2 && marker.test(cells[0]?.text ?? ''))
  return marked.length > lines.length / 2
}
