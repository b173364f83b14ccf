import { sql, type Kysely, type Transaction } from 'kysely'
import { apiFormatsMigration } from './requests/api-formats-migration.ts'
import { budgetMigration } from './budget-migration.ts'
import { cutAnswersMigration } from './requests/cut-answers-migration.ts'
import { ignoredMigration } from './requests/ignored-migration.ts'
import { cacheRatesMigration } from './cache-rates-migration.ts'
import { cacheMissedMigration } from './requests/cache-missed-migration.ts'
import { changedDefaultsMigration } from './changed-defaults-migration.ts'
import { keyCeilingsMigration } from './keys/key-ceilings-migration.ts'
import { keyDefaultModelMigration } from './keys/key-default-model-migration.ts'
import { keyScopesMigration } from './keys/key-scopes-migration.ts'
import { keySeriesMigration } from './keys/key-series-migration.ts'
import { itemKeyMigration } from './item-key-migration.ts'
import { addLibrary } from './library-migration.ts'
import { consoleRoutingMigration } from './console-routing-migration.ts'
import { deploymentsMigration } from './deployments-migration.ts'
import { costSourceMigration } from './requests/cost-source-migration.ts'
import { limitUsesMigration } from './limit-uses-migration.ts'
import { operatorPricesMigration } from './operator-prices-migration.ts'
import { openRequestsMigration } from './requests/open-requests-migration.ts'
import { requestHttpMigration } from './requests/request-http-migration.ts'
import { requestLogMigration } from './requests/request-log-migration.ts'
import { responsesMigration } from './requests/responses-migration.ts'
import { providerResponsesMigration } from './provider-responses-migration.ts'
import { providerFormatsMigration } from './provider-formats-migration.ts'
import { priceCatalogMigration } from './price-catalog-migration.ts'
import { providerMigration } from './provider-migration.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import { settingsMigration } from './settings-migration.ts'
import { shareMigration } from './share-migration.ts'
import { teamMigration } from './team-migration.ts'
import { usageMigration } from './requests/usage-migration.ts'
import { usageTeamIndexMigration } from './requests/usage-team-index-migration.ts'
import { usageTotalsMigration } from './requests/usage-totals-migration.ts'

/** One schema step, in SQL that both databases support where possible. Never edited once released. */
export type Migration = TransactionMigration | ConcurrentMigration

interface Step {
  readonly name: string
  /**
   * The lowest schema whose code still works after this step: instances of that version keep serving while a newer
   * one migrates. Add tables, indexes, and columns with a default or without `not null`; remove two releases later.
   */
  readonly readsFrom: number
}

interface TransactionMigration extends Step {
  readonly kind: 'transaction'
  up(transaction: Transaction<Schema>, kind: 'sqlite' | 'postgres'): Promise<void>
}

/** Creates indexes of large tables; on PostgreSQL, writes continue meanwhile. */
interface ConcurrentMigration extends Step {
  readonly kind: 'concurrent'
  readonly indexes: readonly NewIndex[]
}

/** Never unique: that would reject rows that an older instance writes. */
export interface NewIndex {
  readonly name: string
  /** Table, columns and condition in SQL, for example `requests (team_id, started_at)`. */
  readonly on: string
}

// Versions without `readsFrom`, up to `key-scopes`, accept exactly their own schema.
export const migrations: readonly Migration[] = [
  { name: 'foundation', kind: 'transaction', readsFrom: 1, up: foundation },
  { name: 'page-cache', kind: 'transaction', readsFrom: 2, up: pageCache },
  { name: 'document-usage', kind: 'transaction', readsFrom: 3, up: documentUsage },
  { name: 'library', kind: 'transaction', readsFrom: 4, up: addLibrary },
  { name: 'team', kind: 'transaction', readsFrom: 5, up: teamMigration },
  { name: 'settings', kind: 'transaction', readsFrom: 6, up: settingsMigration },
  { name: 'request-log', kind: 'transaction', readsFrom: 7, up: requestLogMigration },
  { name: 'providers', kind: 'transaction', readsFrom: 8, up: providerMigration },
  { name: 'usage', kind: 'transaction', readsFrom: 9, up: usageMigration },
  { name: 'shares', kind: 'transaction', readsFrom: 10, up: shareMigration },
  { name: 'budgets', kind: 'transaction', readsFrom: 11, up: budgetMigration },
  { name: 'usage-totals', kind: 'transaction', readsFrom: 12, up: usageTotalsMigration },
  { name: 'key-ceilings', kind: 'transaction', readsFrom: 13, up: keyCeilingsMigration },
  { name: 'library-keys', kind: 'transaction', readsFrom: 14, up: itemKeyMigration },
  { name: 'usage-team-index', kind: 'transaction', readsFrom: 15, up: usageTeamIndexMigration },
  { name: 'key-scopes', kind: 'transaction', readsFrom: 16, up: keyScopesMigration },
  { name: 'changed-defaults', kind: 'transaction', readsFrom: 16, up: changedDefaultsMigration },
  { name: 'open-requests', kind: 'transaction', readsFrom: 16, up: openRequestsMigration },
  { name: 'request-http', kind: 'transaction', readsFrom: 16, up: requestHttpMigration },
  { name: 'api-formats', kind: 'transaction', readsFrom: 16, up: apiFormatsMigration },
  { name: 'key-default-model', kind: 'transaction', readsFrom: 16, up: keyDefaultModelMigration },
  { name: 'cache-missed', kind: 'transaction', readsFrom: 16, up: cacheMissedMigration },
  {
    name: 'session-index',
    kind: 'concurrent',
    readsFrom: 16,
    indexes: [
      {
        name: 'requests_by_session',
        on: 'requests (team_id, session, started_at) where session is not null',
      },
    ],
  },
  { name: 'responses', kind: 'transaction', readsFrom: 16, up: responsesMigration },
  { name: 'cost-source', kind: 'transaction', readsFrom: 16, up: costSourceMigration },
  { name: 'provider-formats', kind: 'transaction', readsFrom: 16, up: providerFormatsMigration },
  { name: 'deployments', kind: 'transaction', readsFrom: 16, up: deploymentsMigration },
  { name: 'limit-uses', kind: 'transaction', readsFrom: 16, up: limitUsesMigration },
  { name: 'key-series', kind: 'transaction', readsFrom: 16, up: keySeriesMigration },
  { name: 'price-catalogs', kind: 'transaction', readsFrom: 16, up: priceCatalogMigration },
  { name: 'ignored', kind: 'transaction', readsFrom: 16, up: ignoredMigration },
  { name: 'console-routing', kind: 'transaction', readsFrom: 16, up: consoleRoutingMigration },
  { name: 'provider-responses', kind: 'transaction', readsFrom: 16, up: providerResponsesMigration },
  { name: 'cut-answers', kind: 'transaction', readsFrom: 16, up: cutAnswersMigration },
  { name: 'operator-prices', kind: 'transaction', readsFrom: 16, up: operatorPricesMigration },
  { name: 'cache-rates', kind: 'transaction', readsFrom: 16, up: cacheRatesMigration },
]

async function foundation(transaction: Kysely<Schema>): Promise<void> {
  const statements = [
    sql`create table teams (
      id text primary key,
      slug text not null unique,
      name text not null,
      created_at bigint not null
    )`,
    sql`create table users (
      id text primary key,
      email text unique,
      name text not null,
      created_at bigint not null
    )`,
    sql`create table memberships (
      team_id text not null references teams (id),
      user_id text not null references users (id),
      role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
      session_epoch bigint not null default 0,
      created_at bigint not null,
      primary key (team_id, user_id)
    )`,
    sql`create index memberships_by_user on memberships (user_id)`,
    sql`create table sessions (
      id text primary key,
      user_id text not null references users (id),
      created_at bigint not null,
      expires_at bigint not null,
      revoked_at bigint
    )`,
    sql`create index sessions_by_user on sessions (user_id)`,
    sql`create table keys (
      id text primary key,
      team_id text not null references teams (id),
      owner_id text references users (id),
      name text not null,
      kind text not null check (kind in ('api', 'playground')),
      hash text not null unique,
      prefix text not null,
      last4 text not null,
      scopes text not null,
      models text,
      requests_per_minute bigint,
      tokens_per_minute bigint,
      parallel bigint,
      created_at bigint not null,
      expires_at bigint,
      disabled_at bigint,
      revoked_at bigint,
      last_used_at bigint
    )`,
    sql`create index keys_by_team on keys (team_id, created_at)`,
    // No foreign keys: log rows must not be rejected because of a reference.
    sql`create table requests (
      id text primary key,
      team_id text not null,
      key_id text not null,
      user_id text,
      started_at bigint not null,
      route text not null,
      model text,
      answered_by text,
      provider text,
      attempts bigint not null,
      status bigint not null,
      error_code text,
      prompt_tokens bigint not null,
      completion_tokens bigint not null,
      usage_estimated bigint not null,
      cost_nanos bigint not null,
      first_ms bigint,
      total_ms bigint not null,
      stream bigint not null
    )`,
    sql`create index requests_by_key on requests (key_id, started_at)`,
    sql`create index requests_by_team on requests (team_id, started_at)`,
    sql`create table settings (
      team_id text primary key references teams (id),
      data text not null,
      revision bigint not null,
      updated_at bigint not null
    )`,
  ]
  for (const statement of statements) await statement.execute(transaction)
}

async function pageCache(transaction: Kysely<Schema>): Promise<void> {
  const statements = [
    sql`create table page_cache (
      team_id text not null references teams (id),
      key text not null,
      fetched_at bigint not null,
      size_bytes bigint not null,
      body text not null,
      primary key (team_id, key)
    )`,
    // Covers the columns that sum up a team's copies, so that bodies are not read.
    sql`create index page_cache_by_age on page_cache (team_id, fetched_at, size_bytes)`,
    sql`create index page_cache_expiry on page_cache (fetched_at)`,
  ]
  for (const statement of statements) await statement.execute(transaction)
}

async function documentUsage(transaction: Kysely<Schema>): Promise<void> {
  // One column per statement: SQLite does not add more.
  for (const statement of [
    sql`alter table requests add column document_pages bigint not null default 0`,
    sql`alter table requests add column ocr_pages bigint not null default 0`,
    sql`alter table requests add column audio_ms bigint not null default 0`,
  ])
    await statement.execute(transaction)
}
