import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** The uses of each rate limit in the last minute, of all instances. SQLite has one gateway, which needs no table. */
export async function limitUsesMigration(
  transaction: Kysely<Schema>,
  kind: 'sqlite' | 'postgres',
): Promise<void> {
  if (kind === 'sqlite') return
  // Unlogged: it is written up to 50 times a second by each gateway, and a crash loses one minute. Updates reuse the
  // free part of their page.
  const statement = sql`create unlogged table limit_uses (
    subject text not null,
    unit text not null,
    slots text not null,
    holders text not null,
    updated_at bigint not null,
    primary key (subject, unit)
  ) with (fillfactor = 50)`
  await statement.execute(transaction)
}
