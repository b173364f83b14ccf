import type { TextRow } from '#components/embeddings/model/text-row.ts'
import type { ColumnChoice, TextTable } from './text-table.ts'

export interface ImportedRows {
  readonly rows: readonly TextRow[]
  /** Rows skipped because their text is empty or whitespace. */
  readonly emptyCount: number
}

/** The rows of a table by the selected columns; an empty cell of the color column is no group. */
export function toRows(table: TextTable, { text, group }: ColumnChoice): ImportedRows {
  const rows: TextRow[] = []
  const texts = table.cells[text] ?? []
  const groups = group === null ? [] : (table.cells[group] ?? [])
  texts.forEach((value, index) => {
    if (value.trim() === '') return
    rows.push({ text: value, group: groups[index] || null, line: table.lines[index] ?? index + 1 })
  })
  return { rows, emptyCount: texts.length - rows.length }
}
