import { formatCount } from '#lib/client/format.ts'
import { type DocumentRow, isGoing, isRead, mainRun, stateOfRow } from './document-row.ts'

/** Live-region text for a batch; for many documents, only start and end. */
export function toDocumentsAnnouncement(rows: readonly DocumentRow[]): string {
  const [first] = rows
  if (first === undefined) return ''
  if (rows.some(isGoing))
    return rows.length === 1 ? `Reading ${first.file.name}` : `Reading ${formatCount(rows.length)} documents`
  if (rows.length === 1) return formatRow(first)
  const read = rows.filter(isRead).length
  const failed = rows.filter(row => ['failed', 'unreadable'].includes(stateOfRow(row))).length
  const words = `${formatCount(read)} of ${formatCount(rows.length)} documents read`
  return failed === 0 ? words : `${words}, ${formatCount(failed)} failed`
}

function formatRow(row: DocumentRow): string {
  switch (stateOfRow(row)) {
    case 'queued':
    case 'uploading':
    case 'processing':
      return `Reading ${row.file.name}`
    case 'stopped':
    case 'cancelled':
      return 'Stopped'
    case 'detached':
      return 'File missing: attach it again'
    case 'unreadable':
      return 'Failed: no document in the response'
    case 'failed': {
      const failure = mainRun(row)?.failure ?? null
      return `Failed: ${failure !== null && 'message' in failure ? failure.message : 'the document was not read'}`
    }
    case 'warning':
      return 'Document read with a warning'
    case 'done':
    case 'gone':
      return 'Document read'
  }
}
