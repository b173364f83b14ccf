import { formatCount } from '#lib/client/format.ts'
import { summarisePage } from './read-page.ts'
import { isGoing, isRead, type ScrapeRow, stateOfRow } from './scrape-row.ts'

/** Live-region text for a batch of pages; for many, only start and end. */
export function toScrapeAnnouncement(rows: readonly ScrapeRow[]): string {
  const [first] = rows
  if (first === undefined) return ''
  if (rows.some(row => isGoing({ ...row, whole: null })))
    return rows.length === 1 ? 'Reading the page' : `Reading ${formatCount(rows.length)} pages`
  if (rows.length === 1) return formatRow(first)
  const read = rows.filter(isRead).length
  const failed = rows.filter(row => ['failed', 'unreadable'].includes(stateOfRow(row))).length
  const words = `${formatCount(read)} of ${formatCount(rows.length)} pages read`
  return failed === 0 ? words : `${words}, ${formatCount(failed)} failed`
}

function formatRow(row: ScrapeRow): string {
  switch (stateOfRow(row)) {
    case 'queued':
    case 'running':
      return 'Reading the page'
    case 'stopped':
    case 'cancelled':
      return 'Stopped'
    case 'unreadable':
      return 'Failed: no page in the response'
    case 'failed': {
      const failure = row.run?.failure ?? null
      return `Failed: ${failure !== null && 'message' in failure ? failure.message : 'the page was not read'}`
    }
    case 'done':
    case 'warning':
    case 'gone': {
      const page = row.run && summarisePage(row.run)
      if (!page) return 'Page read'
      if (page.warning !== null) return `Page read with a warning: ${page.warning}`
      return page.tokens === null ? 'Page read' : `Page read, ${formatCount(page.tokens)} tokens`
    }
  }
}
