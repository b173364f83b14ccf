import type { Page } from '#lib/web/fetch/page.ts'

/** Pages that a team fetched and allowed to be kept, a day at most. */
export interface PageCache {
  /** The copy of a page that was fetched at or after `sinceMs` (Unix time); null when there is none. */
  find(teamId: string, key: string, sinceMs: number): Promise<Page | null>
  /** Keeps a page in the place of its older copy; the oldest go where a team has too much. */
  keep(teamId: string, key: string, page: Page): Promise<void>
}
