export type TableFormat = 'text' | 'csv' | 'json' | 'jsonl'

/** What a file holds, before the columns are chosen. */
export interface TextTable {
  readonly format: TableFormat
  /** As in the header, or `Column 1`, …; lines of a plain text and bare JSON texts have the one column `text`. */
  readonly columns: readonly string[]
  /** Per column the cell of every row; '' where a row has none. */
  readonly cells: readonly (readonly string[])[]
  /** Line of each row in the file, from 1; in a JSON array the item's number. */
  readonly lines: Int32Array
}

/** Which columns are read: `text` and `group` are positions in `columns`. */
export interface ColumnChoice {
  readonly text: number
  readonly group: number | null
}

export type ImportOutcome =
  | { readonly status: 'read'; readonly table: TextTable; readonly guess: ColumnChoice }
  /** `line` counts from 1; null where no single line is to blame. `reason` is whole sentences, to be read after it. */
  | { readonly status: 'refused'; readonly line: number | null; readonly reason: string }

/** Bytes of a file that are read at most: more would not fit beside its vectors in a tab. */
export const fileBytesMax = 32 * 1024 * 1024
export const rowsMax = 100_000
