import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Backend } from './backend.ts'
import { toStorable } from './to-storable.ts'

const retentionMs = 24 * 60 * 60 * 1000
const teamBytesMax = 500 * 1024 * 1024
const evictedAtOnce = 100

/** A page as received; stored as JSON, gzip, base64. */
export interface StoredPage {
  readonly url: string
  readonly status: number
  readonly contentType: string
  readonly kind: 'html' | 'json' | 'text'
  readonly text: string
}

/** Cached copies of pages per team: at most a day and 500 MB. */
export interface PageStore {
  /** The copy fetched at or after `sinceMs` (Unix time); null if there is none. */
  find(teamId: string, key: string, sinceMs: number): Promise<StoredPage | null>
  /**
   * Stores a page in place of its older copy. Removes copies over a day old, and a team's oldest while it exceeds
   * its limit.
   */
  save(teamId: string, key: string, page: StoredPage, limits?: { bytesMax: number }): Promise<void>
}

export function createPageStore(backend: Backend): PageStore {
  const { database } = backend

  async function sizeOf(teamId: string): Promise<number> {
    const sum = await database
      .selectFrom('pageCache')
      .select(build => build.fn.sum<number>('sizeBytes').as('bytes'))
      .where('teamId', '=', teamId)
      .executeTakeFirst()
    return Number(sum?.bytes ?? 0)
  }

  async function evict(teamId: string, excessBytes: number): Promise<void> {
    const oldest = await database
      .selectFrom('pageCache')
      .select(['key', 'sizeBytes'])
      .where('teamId', '=', teamId)
      .orderBy('fetchedAt')
      .limit(evictedAtOnce)
      .execute()
    let left = excessBytes
    const keys: string[] = []
    for (const { key, sizeBytes } of oldest) {
      if (left <= 0) break
      keys.push(key)
      left -= Number(sizeBytes)
    }
    if (keys.length === 0) return
    await backend.write(() =>
      database.deleteFrom('pageCache').where('teamId', '=', teamId).where('key', 'in', keys).execute(),
    )
    if (left > 0) await evict(teamId, left)
  }

  return {
    async find(teamId, key, sinceMs) {
      const since = Math.max(sinceMs, Date.now() - retentionMs)
      const row = await database
        .selectFrom('pageCache')
        .select('body')
        .where('teamId', '=', toStorable(teamId))
        .where('key', '=', toStorable(key))
        .where('fetchedAt', '>=', since)
        .executeTakeFirst()
      return row === undefined ? null : await unpack(row.body)
    },

    async save(teamId, key, page, { bytesMax } = { bytesMax: teamBytesMax }) {
      const body = await pack(page)
      const row = { fetchedAt: Date.now(), sizeBytes: body.length, body }
      await backend.write(async () => {
        await database
          .deleteFrom('pageCache')
          .where('fetchedAt', '<', Date.now() - retentionMs)
          .execute()
        await database
          .insertInto('pageCache')
          .values({ teamId, key: toStorable(key), ...row })
          .onConflict(conflict => conflict.columns(['teamId', 'key']).doUpdateSet(row))
          .execute()
      })
      const excess = (await sizeOf(teamId)) - bytesMax
      if (excess > 0) await evict(teamId, excess)
    },
  }
}

async function pack(page: StoredPage): Promise<string> {
  return (await promisify(gzip)(JSON.stringify(page), { level: 1 })).toString('base64')
}

async function unpack(body: string): Promise<StoredPage> {
  return JSON.parse((await promisify(gunzip)(Buffer.from(body, 'base64'))).toString('utf8')) as StoredPage
}
