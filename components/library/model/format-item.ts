import { formatCount, formatCountOf } from '#lib/client/format.ts'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const minute = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

/** The state of an item as a short label. */
export function formatState({ state, chunks, embedded, reason }: LibraryItem): string {
  switch (state) {
    case 'queued':
      return embedded > 0 ? `${formatCount(embedded)} of ${formatCount(chunks)} chunks` : 'Queued'
    case 'failed':
      return reason ? `Failed: ${reason}` : 'Failed'
    case 'indexed':
      return embedded < chunks
        ? `Keyword only; ${formatCount(embedded)} of ${formatCount(chunks)}`
        : 'Indexed'
  }
}

/** Host of a page, or the kind of the item. */
export function formatSource({ url, kind, pages }: LibraryItem): string {
  const host = url === undefined ? null : (URL.parse(url)?.host ?? null)
  if (host !== null) return host
  if (kind === 'page') return 'page'
  return pages > 1 ? `document, ${formatCount(pages)} pages` : 'document'
}

/** `3 items`, `1 item`. */
export function countItems(count: number): string {
  return formatCountOf(count, 'item')
}

export function countChunks(count: number): string {
  return formatCountOf(count, 'chunk')
}

/** `Nov 22, 2026`. @param seconds Unix seconds */
export function toDay(seconds: number): string {
  return day.format(seconds * 1000)
}

/** `November 22, 2026 at 1:02 AM` */
export function toMinute(seconds: number): string {
  return minute.format(seconds * 1000)
}
