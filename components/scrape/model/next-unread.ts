import { isUnread, type ScrapeRow } from './scrape-row.ts'

/** The next place after this one whose page was not read, from the top again after the last; -1: there is none. */
export function nextUnread(rows: readonly ScrapeRow[], place: number): number {
  const later = rows.findIndex((row, at) => at > place && isUnread(row))
  return later === -1 ? rows.findIndex(isUnread) : later
}
