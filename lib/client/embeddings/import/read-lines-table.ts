import { createTableBuilder } from './table-builder.ts'
import type { TextTable } from './text-table.ts'

/** A text a line; empty lines at the end are no rows. */
export function readLinesTable(text: string, name: string): TextTable {
  const builder = createTableBuilder(name, 'text', ['text'])
  const lines = text.trimEnd() === '' ? [] : text.replace(/\s+$/, '').split(/\r\n|\r|\n/)
  lines.forEach((line, index) => builder.add([['text', line]], index + 1))
  return builder.build()
}
