import type { CellObject, WorkSheet } from '@e965/xlsx'
import type { Span } from '#lib/engines/parsing/blocks.ts'
import { parseError } from '#lib/engines/parsing/parse-error.ts'
import { cellText } from './cell-text.ts'

const placesMax = 20_000_000

export interface SheetGrid {
  /** Rows and columns in which a cell says something; the others are left out. */
  readonly rows: readonly (readonly string[])[]
  readonly spans: readonly Span[]
  /** How many cells the sheet stores. */
  readonly cells: number
  readonly hiddenRows: boolean
  readonly formulaWithoutValue: boolean
}

export interface GridOptions {
  readonly date1904: boolean
  readonly cellsMax: number
}

/**
 * The stored cells of a sheet. The range it declares is never walked: two cells may lie a million rows apart.
 * @throws ApiError `too_complex`
 */
export function readGrid(sheet: WorkSheet, { date1904, cellsMax }: GridOptions): SheetGrid {
  const texts = new Map<number, Map<number, string>>()
  const columns = new Set<number>()
  let cells = 0
  let formulaWithoutValue = false
  for (const [row, column, cell] of storedCells(sheet)) {
    cells += 1
    if (cells > cellsMax) throw tooMany()
    if (cell.f !== undefined && cell.t === 'z') formulaWithoutValue = true
    const text = cellText(cell, date1904)
    if (text === '') continue
    const line = texts.get(row) ?? new Map<number, string>()
    texts.set(row, line.set(column, text))
    columns.add(column)
  }
  const columnAt = new Map(
    [...columns].toSorted((one, other) => one - other).map((column, at) => [column, at]),
  )
  const lines = [...texts].toSorted(([one], [other]) => one - other)
  if (lines.length * columnAt.size > placesMax) throw tooMany()
  const isHidden = (row: number): boolean => sheet['!rows']?.[row]?.hidden === true
  const hiddenRows = lines.some(([row]) => isHidden(row))
  const rows = lines.map(([row, line]) => {
    const values = Array.from(columnAt.keys(), column => line.get(column) ?? '')
    return hiddenRows ? [...values, isHidden(row) ? '(hidden)' : ''] : values
  })
  const rowAt = new Map(lines.map(([row], at) => [row, at]))
  return { rows, spans: readSpans(sheet, rowAt, columnAt), cells, hiddenRows, formulaWithoutValue }
}

function* storedCells(sheet: WorkSheet): Generator<[number, number, CellObject]> {
  // Keys, since a walk over the array would visit the holes too.
  const data = (sheet['!data'] ?? []) as readonly (readonly CellObject[] | undefined)[]
  for (const row of Object.keys(data).map(Number)) {
    const line = data[row] ?? []
    for (const column of Object.keys(line).map(Number)) {
      const cell = line[column]
      if (cell !== undefined && (cell.t !== 'z' || cell.f !== undefined)) yield [row, column, cell]
    }
  }
}

function readSpans(
  sheet: WorkSheet,
  rowAt: ReadonlyMap<number, number>,
  columnAt: ReadonlyMap<number, number>,
): Span[] {
  return (sheet['!merges'] ?? []).flatMap(({ s: from, e: to }): Span[] => {
    const row = rowAt.get(from.r)
    const column = columnAt.get(from.c)
    if (row === undefined || column === undefined) return []
    const rows = [...rowAt.keys()].filter(each => each >= from.r && each <= to.r).length
    const columns = [...columnAt.keys()].filter(each => each >= from.c && each <= to.c).length
    return rows * columns > 1 ? [{ row, column, rows, columns }] : []
  })
}

function tooMany(): Error {
  return parseError('too_complex', 'holds more cells than are read. Split it into smaller workbooks.')
}
