import type { Page } from '#lib/web/fetch/page.ts'

/** Cached pages of a team, for at most a day. */
export interface PageCache {
  /** The copy of a page fetched at or after `sinceMs` (Unix time); null if there is none. */
  find(teamId: string, key: string, sinceMs: number): Promise<Page | null>
  /** Caches a page, replacing its older copy; evicts the oldest over the team's limit. */
  save(teamId: string, key: string, page: Page): Promise<void>
}
