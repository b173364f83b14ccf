import type { PageCache } from '#lib/capabilities/web/page-cache.ts'
import type { Log } from '#lib/gateway/log.ts'

/** If the database is unavailable or full, pages are returned without being cached. */
export function createPageCache(pages: PageCache, log: Log): PageCache {
  return {
    async find(teamId, key, sinceMs) {
      try {
        return await pages.find(teamId, key, sinceMs)
      } catch (error) {
        log.warn({ err: error }, 'could not read a cached page')
        return null
      }
    },
    async save(teamId, key, page) {
      try {
        await pages.save(teamId, key, page)
      } catch (error) {
        log.warn({ err: error }, 'could not cache a page')
      }
    },
  }
}
