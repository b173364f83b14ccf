import { formatCount } from '#lib/client/format.ts'
import type { ImportedRows } from '#lib/client/embeddings/import/to-rows.ts'

/** How many texts there are, and how many lines hold none. */
export function TextsCount({ rows: { rows, emptyCount } }: { rows: ImportedRows }) {
  return (
    <span>
      {formatCount(rows.length)} {rows.length === 1 ? 'text' : 'texts'}
      {emptyCount > 0 && `, ${formatCount(emptyCount)} empty left out`}
    </span>
  )
}
