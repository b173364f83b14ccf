import type { ImportedRows } from '#components/playground/import/model/to-rows.ts'

/** One text per line, as typed or pasted; whitespace-only lines are skipped and counted. */
export function rowsFromText(text: string): ImportedRows {
  const lines = text === '' ? [] : text.split(/\r\n|\r|\n/)
  const rows = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [{ text: line, group: null, line: index + 1 }],
  )
  return { rows, emptyCount: lines.length - rows.length }
}
