import type { ColumnChoice, TextTable } from './text-table.ts'

export interface ImportedRow {
  readonly text: string
  /** Value of the color column; null without one. */
  readonly group: string | null
  /** Source line in the file or field, from 1. */
  readonly line: number
}

export interface ImportedRows {
  readonly rows: readonly ImportedRow[]
  /** Rows skipped because their text is empty or whitespace. */
  readonly emptyCount: number
}

/** The rows of a table by the selected columns; an empty cell of the color column is no group. */
export function toRows(table: TextTable, { text, group }: ColumnChoice): ImportedRows {
  const rows: ImportedRow[] = []
  const texts = table.cells[text] ?? []
  const groups = group === null ? [] : (table.cells[group] ?? [])
  texts.forEach((value, index) => {
    if (value.trim() === '') return
    rows.push({ text: value, group: groups[index] || null, line: table.lines[index] ?? index + 1 })
  })
  return { rows, emptyCount: texts.length - rows.length }
}
