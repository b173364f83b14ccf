import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Budgets of teams and keys, gateway leases, and the total cost of each key. */
export async function budgetMigration(transaction: Kysely<Schema>): Promise<void> {
  const statements = [
    sql`create table budgets (
      id text primary key,
      team_id text not null references teams (id),
      key_id text,
      limit_nanos bigint not null,
      period text check (period in ('day', 'week', 'month')),
      spent bigint not null default 0,
      reserved bigint not null default 0,
      period_start bigint not null,
      created_at bigint not null
    )`,
    sql`create unique index budgets_of_teams on budgets (team_id) where key_id is null`,
    sql`create table budget_leases (
      id text primary key,
      budget_id text not null references budgets (id) on delete cascade,
      amount_nanos bigint not null,
      spare_nanos bigint not null,
      told_at bigint not null,
      expires_at bigint not null
    )`,
    sql`create index budget_leases_by_budget on budget_leases (budget_id, expires_at)`,
    sql`alter table keys add column budget_id text references budgets (id)`,
    sql`alter table keys add column spent_nanos bigint not null default 0`,
    sql`update keys set spent_nanos = coalesce(
      (select sum(cost_nanos) from requests where requests.key_id = keys.id), 0)`,
  ]
  for (const statement of statements) await statement.execute(transaction)
}
