import { guessDelimiter } from './guess-delimiter.ts'
import { hasHeader } from './has-header.ts'
import { ImportError } from './import-error.ts'
import { readCsvRecords } from './read-csv-records.ts'
import { createTableBuilder, requireColumns, type TableBuilder } from './table-builder.ts'
import type { TextTable } from './text-table.ts'

/**
 * A table of comma, semicolon, tab or bar separated values, with or without a header.
 * @throws ImportError naming the line of a broken quote, or of a record with too many fields
 */
export function readCsvTable(text: string, name: string): TextTable {
  const delimiter = guessDelimiter(text, name)
  let builder: TableBuilder | null = null
  let columns: readonly string[] = []
  for (const { fields, line } of readCsvRecords(text, delimiter)) {
    if (builder === null) {
      requireColumns(fields.length, name, line)
      const header = hasHeader(fields)
      columns = header ? nameColumns(fields) : fields.map((_, index) => `Column ${index + 1}`)
      builder = createTableBuilder(name, 'csv', columns)
      if (header) continue
    }
    const extra = fields.findIndex((field, index) => index >= columns.length && field !== '')
    if (extra >= 0) {
      throw new ImportError(
        line,
        `${name} has ${fields.length} fields here, ${columns.length} in its first line. ` +
          'Put a field that holds a separator in double quotes.',
      )
    }
    builder.add(
      columns.map((column, index) => [column, fields[index] ?? ''] as const),
      line,
    )
  }
  return (builder ?? createTableBuilder(name, 'csv')).build()
}

/** Names are told apart, as two columns may be called the same. */
function nameColumns(fields: readonly string[]): string[] {
  const names: string[] = []
  fields.forEach((field, index) => {
    const wanted = field.trim() || `Column ${index + 1}`
    let name = wanted
    for (let number = 2; names.includes(name); number += 1) name = `${wanted} ${number}`
    names.push(name)
  })
  return names
}
