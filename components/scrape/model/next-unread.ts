import { isUnread, type ScrapeRow } from './scrape-row.ts'

/** The index of the next unread page, wrapping around; -1: none. */
export function nextUnread(rows: readonly ScrapeRow[], index: number): number {
  const later = rows.findIndex((row, at) => at > index && isUnread(row))
  return later === -1 ? rows.findIndex(isUnread) : later
}
