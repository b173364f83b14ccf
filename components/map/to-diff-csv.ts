import { toCsvLine } from '#lib/client/csv-cell.ts'
import type { DiffRow } from './model/diff-maps.ts'

/** The changes as a table: type of change, URL, previous URL and title. */
export function toDiffCsv(rows: readonly DiffRow[]): string {
  const cells = rows.map(row => [
    row.kind,
    row.link.url,
    row.kind === 'moved' ? row.from.url : '',
    row.link.title ?? '',
  ])
  return [['change', 'url', 'from', 'title'], ...cells].map(toCsvLine).join('')
}
