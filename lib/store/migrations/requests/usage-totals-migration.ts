import { sql, type Transaction } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

// Copied as of this migration: a migration must not follow later changes.
const buckets = Array.from({ length: 24 }, (_, at) => at)
const summed = [
  'requests',
  'refused',
  'failed',
  'abandoned',
  'prompt_tokens',
  'completion_tokens',
  'cost_nanos',
  ...['t', 'f'].flatMap(measure => buckets.map(at => `${measure}${at}`)),
]

/**
 * Totals over all models, providers and capabilities, with an empty capability: of all keys by hour and day, and
 * of each key by day. A page of a thousand keys then reads one row per key and day.
 */
export async function usageTotalsMigration(transaction: Transaction<Schema>): Promise<void> {
  for (const { grain, ofKeys } of [
    { grain: 'hour', ofKeys: false },
    { grain: 'day', ofKeys: false },
    { grain: 'day', ofKeys: true },
  ]) {
    const keys = sql.raw(ofKeys ? `s.key_id <> ''` : `s.key_id = ''`)
    const columns = sql.raw(summed.join(', '))
    const sums = sql.raw(summed.map(name => `sum(u.${name})`).join(', '))
    await sql`insert into usage_series (team_id, grain, key_id, model, provider, capability)
      select distinct s.team_id, s.grain, s.key_id, '', '', '' from usage_series s
      where s.grain = ${grain} and ${keys} and s.capability <> ''`.execute(transaction)
    await sql`insert into usage_sums (series_id, start, team_id, ${columns})
      select t.id, u.start, t.team_id, ${sums}
      from usage_series s
      join usage_sums u on u.series_id = s.id
      join usage_series t on t.team_id = s.team_id and t.grain = s.grain and t.key_id = s.key_id
        and t.model = '' and t.provider = '' and t.capability = ''
      where s.grain = ${grain} and ${keys} and s.capability <> ''
      group by t.id, u.start, t.team_id`.execute(transaction)
  }
}
