import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type Store } from './store/core/store.ts'

// This version opens databases of earlier ones, and both may use one PostgreSQL database at the same time.
// Migrations only add to these lists.
const dataDir = mkdtempSync(path.join(tmpdir(), 'sextant-schema-'))
let store: Store
let database: Database.Database

beforeAll(async () => {
  store = await openStore({ dataDir, databaseUrl: null })
  database = new Database(path.join(dataDir, 'sextant.db'))
})

afterAll(async () => {
  database.close()
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the database schema does not change', () => {
  test('names and order of the migrations', () => {
    expect(names('select name from migrations order by id').join(' ')).toBe(
      words(`foundation page-cache document-usage library team settings request-log providers usage shares budgets
        usage-totals key-ceilings library-keys usage-team-index key-scopes changed-defaults
        open-requests request-http api-formats key-default-model cache-missed
        session-index responses cost-source provider-formats deployments limit-uses key-series price-catalogs ignored console-routing provider-responses cut-answers
        operator-prices cache-rates`),
    )
  })

  test('tables and columns', () => {
    const tables = names(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
    )
    const columns = tables.map(
      table => `${table}: ${names(`select name from pragma_table_info('${table}')`).join(' ')}`,
    )

    expect(columns).toEqual(
      `
      audit: id team_id at actor_id actor_name address action target before after
      budget_leases: id budget_id amount_nanos spare_nanos told_at expires_at
      budgets: id team_id key_id limit_nanos period spent reserved period_start created_at
      encryption_checks: team_id sealed
      gateways: id seen_at version schema_number started_at
      invitations: id team_id hash role email created_by created_at expires_at used_at used_by revoked_at
      keys: id team_id owner_id name kind hash prefix last4 scopes models requests_per_minute tokens_per_minute
        parallel created_at expires_at disabled_at revoked_at last_used_at replaces keep_bodies budget_id
        spent_nanos ceilings default_model first_key_id
      library_chunks: id team_id item_id version place from_page headings content words
      library_items: id team_id kind title folded_title url host sha256 collection chars size_bytes pages chunks
        embedder version work reason claimed_by claimed_until created_at owner_id key_id
      library_texts: item_id version place team_id page content
      library_vectors: id team_id chunk_id embedder vector
      library_words: words
      library_words_config: k v
      library_words_data: id block
      library_words_docsize: id sz
      library_words_idx: segid term pgno
      memberships: team_id user_id role session_epoch created_at
      migrations: id name applied_at reads_from
      model_aliases: team_id alias model_id
      model_defaults: team_id job model_id
      model_settings: team_id model_id enabled input_price_nanos output_price_nanos context_tokens fallbacks deployments
        cache_rates
      named_models: team_id id provider upstream kind created_at
      open_requests: id team_id gateway_id request
      operator_prices: ref price first_used_at
      page_cache: team_id key fetched_at size_bytes body
      price_catalogs: id made_at sha256 body applied_at applied_by
      providers: id team_id purpose name kind server base_url sealed_key key_hint enabled position created_at
        updated_at messages_api more_keys responses_api
      request_bodies: request_id team_id at request request_bytes request_whole answer answer_kind answer_bytes
        answer_whole http
      requests: id team_id key_id user_id started_at route model answered_by provider attempts status error_code
        prompt_tokens completion_tokens usage_estimated cost_nanos first_ms total_ms stream document_pages
        ocr_pages audio_ms address client auth_ms queue_ms load_ms upstream_ms attempt_list bodies_kept
        api_format upstream_api_format session agent cache_read_tokens cache_write_tokens cache_write_long_tokens
        reasoning_tokens cache_missed
        cost_source price_ref units usage_mismatch deployment ignored cut_at_tokens
      response_items: team_id item_id response_id
      responses: team_id id owner_id key_id created_at model previous_id size_bytes output input response
      sessions: id user_id created_at expires_at revoked_at address client
      settings: team_id data revision updated_at
      setup_links: hash team_id created_at expires_at
      shares: id team_id hash contract title draft audience created_by created_at expires_at revoked_at views
        last_viewed_at
      sign_in_attempts: bucket id at
      teams: id slug name created_at deleted_at
      usage_series: id team_id grain key_id model provider capability
      usage_sums: series_id start team_id requests refused failed abandoned prompt_tokens completion_tokens
        cost_nanos t0 t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11 t12 t13 t14 t15 t16 t17 t18 t19 t20 t21 t22 t23 f0 f1
        f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f20 f21 f22 f23
        cache_read_tokens unpriced
      users: id email name created_at password_hash issuer subject last_seen_at
      `
        .trim()
        .split(/\n\s*(?=\w+: )/)
        .map(words),
    )
  })

  test('allowed values of columns', () => {
    const sources = names(
      "select sql as name from sqlite_master where type = 'table' and sql is not null order by name",
    )
    const checks = sources.flatMap(sql =>
      [...sql.matchAll(/check \((\w+ in \([^)]*\))\)/g)].map(([, check = '']) => words(check)),
    )

    expect(checks.toSorted()).toEqual([
      "answer_kind in ('body', 'events')",
      "audience in ('team', 'public')",
      "grain in ('hour', 'day')",
      "kind in ('api', 'playground')",
      "kind in ('page', 'document')",
      "period in ('day', 'week', 'month')",
      "purpose in ('models', 'search')",
      "role in ('viewer', 'member', 'admin', 'owner')",
      "role in ('viewer', 'member', 'admin', 'owner')",
      "work in ('cut', 'embed', 'remove')",
    ])
  })

  test('indexes', () => {
    const indexes = names(
      "select name from sqlite_master where type = 'index' and name not like 'sqlite_%' order by name",
    )

    expect(indexes.join(' ')).toBe(
      words(`
        audit_by_action audit_by_actor audit_by_team budget_leases_by_budget budgets_of_teams
          invitations_by_team keys_by_team library_items_by_team library_items_sums library_items_work
          library_vectors_by_team memberships_by_user open_requests_by_gateway page_cache_by_age page_cache_expiry request_bodies_by_age
          requests_by_key requests_by_member requests_by_session requests_by_team requests_failed response_items_by_response responses_by_age sessions_by_user shares_by_person
          shares_by_team sign_in_attempts_by_age usage_sums_by_team users_by_identity
      `),
    )
  })

  test('stored team settings are still read', async () => {
    const written = {
      keepEverything: true,
      publicLinks: true,
      requestDays: 11,
      bodyDays: 12,
      storedResponseDays: 15,
      keepPlaygroundBodies: true,
      keyRequestsPerMinute: 13,
      keyTokensPerMinute: null,
      keyParallel: 14,
    }
    database
      .prepare("insert into teams (id, slug, name, created_at) values ('team_1', 'one', 'One', 0)")
      .run()
    database
      .prepare("insert into settings (team_id, data, revision, updated_at) values ('team_1', ?, 1, 0)")
      .run(JSON.stringify(written))

    expect(await store.settings.read('team_1')).toMatchObject(written)
  })
})

function names(sql: string): string[] {
  return database
    .prepare<[], { name: string }>(sql)
    .all()
    .map(({ name }) => name)
}

function words(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
