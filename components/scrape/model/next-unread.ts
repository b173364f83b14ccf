import { isUnread, type ScrapeRow } from './scrape-row.ts'

/** The index of the next unread page, wrapping around; -1: none. */
export function nextUnread(rows: readonly ScrapeRow[], place: number): number {
  const later = rows.findIndex((row, at) => at > place && isUnread(row))
  return later === -1 ? rows.findIndex(isUnread) : later
}
