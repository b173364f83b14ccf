import { summarisePage } from './read-page.ts'
import type { ScrapeRow } from './scrape-row.ts'

/** Cost of all pages as input of a chat call; null when no page was counted. */
export function sumTokens(rows: readonly ScrapeRow[]): { tokens: number | null; estimated: boolean } {
  const pages = rows.flatMap(({ run }) => (run ? (summarisePage(run) ?? []) : []))
  const counts = pages.flatMap(({ tokens }) => tokens ?? [])
  return {
    tokens: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
    // An uncounted page is missing in the sum.
    estimated: counts.length < pages.length || pages.some(({ tokensEstimated }) => tokensEstimated),
  }
}
