import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Further keys of providers and other names of models, from the console, and what gateways say about themselves. */
export async function consoleRoutingMigration(transaction: Kysely<Schema>): Promise<void> {
  const statements = [
    sql`alter table providers add column more_keys text`,
    sql`create table model_aliases (
      team_id text not null references teams (id),
      alias text not null,
      model_id text not null,
      primary key (team_id, alias)
    )`,
    // One column per statement: SQLite does not add more.
    sql`alter table gateways add column version text`,
    sql`alter table gateways add column schema_number bigint`,
    sql`alter table gateways add column started_at bigint`,
  ]
  for (const statement of statements) await statement.execute(transaction)
}
