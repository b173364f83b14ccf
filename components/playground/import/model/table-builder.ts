import { ImportError } from './import-error.ts'
import { rowsMax, type TableFormat, type TextTable } from './text-table.ts'

const columnsMax = 100

/** @throws ImportError when a table exceeds the column limit */
export function requireColumns(count: number, name: string, line: number): void {
  if (count <= columnsMax) return
  throw new ImportError(line, `${name} has more than ${columnsMax} columns. Remove columns without text.`)
}

/** Collects rows whose columns are discovered on the way. */
export interface TableBuilder {
  /** Adds a row; null cells are empty. @throws ImportError beyond the limits */
  add: (cells: Iterable<readonly [column: string, value: string]>, line: number) => void
  build: () => TextTable
}

/** @param columns known from the start, as in a header */
export function createTableBuilder(
  name: string,
  format: TableFormat,
  columns: readonly string[] = [],
): TableBuilder {
  const cells = new Map<string, string[]>(columns.map(column => [column, []]))
  const lines: number[] = []

  const columnOf = (column: string, line: number): string[] => {
    const known = cells.get(column)
    if (known !== undefined) return known
    requireColumns(cells.size + 1, name, line)
    const added: string[] = []
    cells.set(column, added)
    return added
  }
  return {
    add(row, line) {
      if (lines.length === rowsMax) {
        const limit = new Intl.NumberFormat('en').format(rowsMax)
        throw new ImportError(line, `${name} has more than ${limit} rows. Split it or use a sample.`)
      }
      for (const [column, value] of row) {
        const list = columnOf(column, line)
        while (list.length < lines.length) list.push('')
        list[lines.length] = value
      }
      lines.push(line)
    },
    build() {
      for (const list of cells.values()) while (list.length < lines.length) list.push('')
      return { format, columns: [...cells.keys()], cells: [...cells.values()], lines: Int32Array.from(lines) }
    },
  }
}
