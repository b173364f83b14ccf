export const tableFormats = ['text', 'csv', 'json', 'jsonl'] as const
export type TableFormat = (typeof tableFormats)[number]

/** The content of a file, before columns are selected. */
export interface TextTable {
  readonly format: TableFormat
  /**
   * As in the header, or `Column 1`, …; lines of plain text and plain JSON texts have the single column
   * `text`.
   */
  readonly columns: readonly string[]
  /** Per column the cell of every row; '' when a row has none. */
  readonly cells: readonly (readonly string[])[]
  /** Line of each row in the file, from 1; in a JSON array the item's number. */
  readonly lines: Int32Array
}

/** Selected columns: `text` and `group` are indexes in `columns`. */
export interface ColumnChoice {
  readonly text: number
  readonly group: number | null
}

export type ImportOutcome =
  | { readonly status: 'read'; readonly table: TextTable; readonly guess: ColumnChoice }
  /**
   * `line` counts from 1; null when no single line is the cause. `reason` is whole sentences, displayed after
   * it.
   */
  | { readonly status: 'refused'; readonly line: number | null; readonly reason: string }

/** Maximum bytes of a file: more would not fit in a tab together with its vectors. */
export const fileBytesMax = 32 * 1024 * 1024
export const rowsMax = 100_000
