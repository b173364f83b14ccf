import { globSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

// Names that browsers store, links contain and other programs read, wherever they occur in the code. Add a
// new one in the commit that introduces it; a released one never changes.
const repository = path.dirname(findPackageJSON(import.meta.url) ?? '')
const source = readProduct()

describe('names that are stored, exported or read by other programs do not change', () => {
  test('names that contain the product name', () => {
    expect(all(/['"`]((?:__Host-|x-)?sextant[-_.][\w.-]*)/g)).toEqual(
      words(`
        __Host-sextant-session sextant-session
        sextant_density sextant_inspector sextant_parameters sextant_sidebar sextant_single_keys sextant_start sextant_theme
        sextant-chat sextant-documents sextant-embeddings sextant-map sextant-rerank sextant-scrape sextant-search
        sextant-flavour sextant-history- sextant-library-text sextant-model- sextant-model-state sextant-parcels sextant-request-views sextant-search-at-once
        sextant-snippet-errors sextant-tab sextant-tab-
        sextant-attempts sextant-cache sextant-deployment sextant-library sextant-max-tokens sextant-overhead-ms sextant-provider
        sextant-skipped sextant-truncated sextant-ignored sextant-estimated sextant-upstream-request-id
        sextant-cost sextant-cost-source sextant-bill-
        sextant-budget-limit sextant-budget-remaining sextant-budget-reset sextant-budget-warning
        x-sextant-internal x-sextant-key x-sextant-page
        sextant-ai-search sextant-embeddings-v2-base-en sextant-embeddings-v3 sextant-reranker-v2-base-multilingual
        sextant_broadcast sextant_disk_free_ratio sextant_first_event_seconds sextant_limits_degraded sextant_open_calls sextant_price_catalog_age_seconds sextant_provider_unhealthy sextant_queued_request_rows
        sextant_request_seconds sextant_requests_total sextant_tokens_total sextant_upstream_errors_total
        sextant_upstream_skipped_events_total
        sextant_attempts_total sextant_budget_remaining_ratio sextant_circuit_open sextant_cost_usd_total sextant_document_seconds
        sextant_documents_open sextant_fallbacks_total sextant_info sextant_key_cooling sextant_limit_lease_seconds
        sextant_limit_leases_total sextant_model_first_event_seconds sextant_model_output_tokens_per_second
        sextant_model_requests_total sextant_model_tokens_total sextant_models_queue_depth sextant_models_resident_bytes
        sextant_overhead_seconds sextant_process_resident_bytes sextant_process_restarts_total sextant_refusals_total
        sextant_search_backend_seconds sextant_spooled_rows sextant_store_unavailable sextant_store_seconds
        sextant_unpriced_requests_total
        sextant.db sextant.lock sextant.yaml sextant_changed
        sextant-audit.csv sextant-audit.jsonl sextant-bill- sextant-export- sextant-usage.csv
        sextant.export sextant.export.end
        sextant.console.members sextant.console.pools sextant.store
        sextant-
      `),
    )
  })

  test('headers of requests and answers', () => {
    // Charsets, such as x-mac-cyrillic, are no headers.
    expect(all(/['"`](x-(?!mac-)[a-z][a-z-]*)(?=['"`$,])/g)).toEqual(
      words(`
        x-accel-buffering x-content-type-options x-nonce x-request-id x-claude-code-agent-id x-claude-code-session-id x-codex-turn-state x-session-affinity x-session-id x-robots-tag x-should-retry
        x-ai x-forwarded- x-forwarded-for x-forwarded-host x-forwarded-proto x-real-ip
        x-ratelimit- x-ratelimit-limit- x-ratelimit-remaining- x-ratelimit-reset-
        x-sextant-internal x-sextant-key x-sextant-page
        x-api-key x-client-request-id x-compute-tokens x-github-api-version x-goog-api-key x-gzip x-subscription-token
      `),
    )
    expect(
      missing(
        'retry-after',
        'retry-after-ms',
        'server-timing',
        "'x-request-id, x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests, " +
          'x-ratelimit-limit-tokens, x-ratelimit-remaining-tokens, x-ratelimit-reset-tokens, retry-after, ' +
          'retry-after-ms, x-should-retry, sextant-provider, sextant-deployment, sextant-attempts, sextant-skipped, ' +
          'sextant-max-tokens, ' +
          'sextant-cost, sextant-cost-source, sextant-budget-limit, sextant-budget-remaining, sextant-budget-reset, ' +
          'sextant-budget-warning, sextant-overhead-ms, server-timing, ' +
          'sextant-cache, sextant-search, sextant-library, sextant-truncated, sextant-model-state, sextant-ignored, ' +
          "sextant-estimated, sextant-upstream-request-id, request-id, mcp-session-id, deprecation, sunset, link'",
      ),
    ).toEqual([])
  })

  test("parts of the browser's databases", () => {
    expect(all(/(?:createObjectStore|objectStore)\(\s*'([^']+)'/g)).toEqual(
      words('attachments entries parcels summaries'),
    )
    expect(all(/keyPath: '([^']+)'/g)).toEqual(['id'])
    expect(missing("'changed'", '`sextant-history-${', '`sextant-model-${')).toEqual([])
  })

  test('parts of console links', () => {
    expect(
      missing(
        ...words("'id' 'models' 'parcel' 'q' 'request' 'run' 'share' 'of' 'offset'").map(
          name => `.get(${name})`,
        ),
        ...words('?id=${ ?next=${ ?parcel=${ ?request=${ ?run=${ ?share=${ ?problem=failed'),
        ...words("'tab' ['next'] ['problem'] ['error'] 'before' 'cursor' 'format'"),
        '#page=${',
        '#v1.${',
        '/invitation#${',
        '/set-up#${',
        '/s/${',
      ),
    ).toEqual([])
  })

  test('fields of log lines', () => {
    const fields = [...source.matchAll(/\blog(?:ger)?\??\.(?:debug|info|warn|error)\(\s*\{([^}]*)\}/g)]
      .flatMap(([, inner = '']) => inner.split(','))
      .flatMap(field => /^\s*(\w+)/.exec(field)?.[1] ?? [])

    expect(unique(fields)).toEqual(
      words(
        'attempt budget budgets catalog code err failures host key limitUsd lost openCalls path percent port provider reason remainingUsd requestId requests responses route rows team',
      ),
    )
    expect(source).toMatch(/requestId: [^}]*\broute: [^}]*\bstatus\b[^}]*\bms: [^}]*\bcode: /)
    expect(missing('library: ', 'dropped: 1')).toEqual([])
  })

  test('prefixes of ids', () => {
    expect(all(/\b(?!providerById)\w*Id\(\s*'([a-z]+[-_]?)'/g)).toEqual(
      words(`
        attempt audit budget catalog connection invitation key lease session share team user
        chatcmpl- ctc_ fc_ msg_ req_ resp_ search- web-
      `),
    )
    expect(missing("'lib_'", "'pages-'", "'chunks-'", "'sxt_'", '`call_${', '`fp_${')).toEqual([])
  })

  test('files of the data folder, and downloaded files', () => {
    expect(
      missing(
        ...words(
          "'secrets.json' 'request-rows.jsonl' 'journal' 'uploads' 'sextant.db' 'sextant.lock' '.lock'",
        ),
        ...words(
          "'answer.json' 'changes.csv' 'chat.json' 'documents.jsonl' 'events.jsonl' 'links.csv' 'links.json'",
        ),
        ...words(
          "'pages.jsonl' 'ranking.csv' 'ranking.json' 'request.json' 'requests.csv' 'response.json' 'run.har'",
        ),
      ),
    ).toEqual([])
  })

  test('signed texts, and names shared by processes of several versions', () => {
    expect(
      missing(
        '`playground:${',
        "'thumbnail'",
        // Part of the session cookie.
        "['sid']",
        '{ sid: ',
        // The advisory lock of PostgreSQL migrations.
        '0x73657874',
        "'/internal/providers'",
        "'/internal/providers/test'",
      ),
    ).toEqual([])
  })
})

/** All source text without comments, because a comment may still mention a removed name. */
function readProduct(): string {
  const files = globSync('{app,bin,components,lib}/**/*.{ts,tsx,mjs}', {
    cwd: repository,
    exclude: ['**/*.test.{ts,tsx}', '**/__fixtures__/**', '**/test-*.ts'],
  })
  // Only whole-line comments: a media range contains the same characters.
  const texts = [...files, 'proxy.ts', 'next.config.mjs'].map(file =>
    readFileSync(path.join(repository, file), 'utf8').replace(/^\s*\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ''),
  )
  return texts.join('\n')
}

function all(pattern: RegExp): string[] {
  return unique([...source.matchAll(pattern)].map(([, name = '']) => name))
}

function missing(...texts: string[]): string[] {
  return texts.filter(text => !source.includes(text))
}

function words(text: string): string[] {
  return unique(text.trim().split(/\s+/))
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted()
}
