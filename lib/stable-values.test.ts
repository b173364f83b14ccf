import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { environmentSchema } from './config/environment-schema.ts'
import { auditActions } from './console/settings/audit-labels.ts'
import { capabilityIds } from './contracts/api/capabilities.ts'
import { ApiError, errorCodes } from './errors.ts'
import { createMetrics } from './gateway/metrics/metrics.ts'
import { requestRow } from './store/__fixtures__/test-request-row.ts'
import { createThumbnailSeal } from './gateway/routes/thumbnail-seal.ts'
import { internalHeader } from './internal-token.ts'
import { knownProviders } from './known-providers.ts'
import { builtInSearchBackends, knownSearchBackends } from './known-search-backends.ts'
import { hashApiKey, isWellFormed, playgroundKey } from './store/keys/api-key.ts'
import { hashLinkSecret } from './store/core/link-secret.ts'
import { verifyPassword } from './store/team/password.ts'
import { createSecretBox } from './store/core/secret-box.ts'
import { readSecrets } from './store/core/secrets.ts'
import { takeDataFolder } from './supervisor/data-folder.ts'
import { readHistoryLines, toHistoryLine } from '#components/playground/history/model/history.ts'
import { itemIdOf } from './capabilities/library/save-to-library.ts'

// Created by an earlier version, and valid forever.
const authSecret = 'a'.repeat(32)

describe('values of an earlier version stay valid', () => {
  test('the playground key of a member', () => {
    const key = playgroundKey(authSecret, 'team_1', 'user_1', 3)

    expect(key).toBe('sxt_x0QK7k0KRXFeUsG08wLrVTojuSLMDt0DoiRz')
    expect(isWellFormed(key)).toBe('ours-valid')
    expect(hashApiKey('sxt_x')).toBe('bc8beedb385166937c9605b2a5c2817896d6b6580fb956771533e0e477e6daae')
  })

  test('a sealed provider key', () => {
    const box = createSecretBox(`k1:${Buffer.alloc(32, 7).toString('base64')}`)
    const place = { teamId: 'team_1', connectionId: 'connection_1', origin: 'https://api.example.com' }

    expect(box.open('v1.k1.S7Xqw-ZUIwbnvxVe.xP0i4b3w4aN5iT_pbU0yyQ.Vl6t9EXeVA', place)).toBe('sk-test')
  })

  test('the address of a thumbnail', () => {
    const sealed = 'HePDdsBJqzF8qDBZoaSRKXSyS5TAxV9yp9HMuyejDi5iOvYaQynZEY9RSn3CXWePq4q_1OO-PDdZVog'

    expect(createThumbnailSeal(authSecret, () => 1_800_000_000_000).open(sealed)).toBe(
      'https://example.com/a.png',
    )
    expect(createThumbnailSeal(authSecret).seal('https://example.com/a.png')).toMatch(/^\/v1\/thumbnails\//)
  })

  test('an invitation and a short link, stored as hashes', () => {
    expect(hashLinkSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  test('a password', async () => {
    const stored =
      '$argon2id$v=19$m=19456,t=2,p=1$ZcPuTxBfbO5kZfmxeLpXZg$F6b4xfG+70ZVE/hr0UCLExy1eg8TAj65S0dIy3SI3vU'

    expect(await verifyPassword('correct horse battery', stored)).toBe(true)
  })

  test('the id of a library item', () => {
    expect(itemIdOf('team_1', { url: 'https://example.com/a', sha256: null })).toBe(
      'lib_8siXTpq2rAkXhfnUr2cTTFHl',
    )
    expect(itemIdOf('team_1', { url: null, sha256: 'ab' })).toBe('lib_xTpNAncTTFDgycD0wNjBhYUC')
  })

  test('an exported history', () => {
    const run = {
      id: 'run-1',
      state: 'done',
      request: { method: 'POST', path: '/v1/chat/completions', body: '{}' },
      response: { status: 200, headers: { 'x-request-id': 'req_1' }, body: '{}' },
      events: [{ number: 1, atMs: 2, bytes: 3, kind: 'data', data: '{}' }],
      timing: { startedAt: 1_700_000_000_000, firstMs: 1, totalMs: 2 },
      failure: null,
    }
    const draft = { contract: 'chat', body: { model: 'm' }, others: [{ model: 'n' }], view: { a: 1 } }
    const entry = {
      id: 'a',
      contract: 'chat',
      name: 'b',
      pinned: true,
      createdAt: 1_700_000_000_000,
      draft,
      runs: [run],
      view: 1,
    }
    const line = `${JSON.stringify({ version: 1, ...entry })}\n`
    const { entries, problems } = readHistoryLines(line)

    expect(problems).toEqual([])
    expect(entries).toEqual([entry])
    expect(entries.map(toHistoryLine)).toEqual([line])
  })

  test('the files of a data folder', () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'sextant-values-'))
    const ports = { port: 1, consolePort: 2, modelsPort: 3 }
    readSecrets(dataDir, { authSecret: null, encryptionKey: null })
    using _lock = takeDataFolder(dataDir, {
      pid: process.pid,
      startedAt: Date.now(),
      host: 'h',
      internalToken: 't',
      ...ports,
    })
    const members = (file: string) =>
      Object.keys(JSON.parse(readFileSync(path.join(dataDir, file), 'utf8')) as object)

    expect(readdirSync(dataDir).toSorted()).toEqual(['secrets.json', 'sextant.lock'])
    expect(members('secrets.json')).toEqual(['authSecret', 'encryptionKey'])
    expect(members('sextant.lock').toSorted()).toEqual(
      words('consolePort host internalToken modelsPort pid port startedAt'),
    )
    rmSync(dataDir, { recursive: true })
  })
})

describe('names that operators and clients use in their own programs do not change', () => {
  test('codes of errors, with status and type', () => {
    const lines = Map.groupBy(
      errorCodes.map(code => new ApiError(code, '')),
      ({ status, type }) => `${status} ${type}`,
    )

    expect(
      [...lines]
        .map(
          ([head, errors]) =>
            `${head}: ${errors
              .map(({ code }) => code)
              .toSorted()
              .join(' ')}`,
        )
        .toSorted(),
    ).toEqual([
      '400 invalid_request_error: array_above_max_length content_policy_violation context_length_exceeded decimal_above_max_value decimal_below_min_value empty_array integer_above_max_value integer_below_min_value invalid_json invalid_type invalid_value missing_required_parameter previous_response_not_found string_above_max_length unsupported_parameter url_not_allowed',
      '401 invalid_request_error: invalid_api_key missing_api_key sign_in_failed signed_out',
      '403 permission_error: endpoint_not_allowed forbidden_origin model_not_allowed model_unpriced robots_disallowed role_not_allowed',
      '404 invalid_request_error: item_not_found link_not_valid model_not_found not_found unknown_url',
      '405 invalid_request_error: method_not_allowed',
      '409 invalid_request_error: email_taken last_owner',
      '413 invalid_request_error: file_too_large request_too_large',
      '415 invalid_request_error: unsupported_content_type unsupported_file_type unsupported_media_type',
      '422 invalid_request_error: ocr_unavailable transcription_unavailable unprocessable_file',
      '429 insufficient_quota: insufficient_quota',
      '429 rate_limit_error: rate_limit_exceeded',
      '499 invalid_request_error: client_closed',
      '500 server_error: internal_error',
      '502 server_error: fetch_failed upstream_error upstream_stream_interrupted',
      '503 server_error: model_loading model_unavailable no_provider_available search_unavailable server_shutdown store_unavailable',
      '504 server_error: fetch_timeout processing_timeout upstream_stream_timeout upstream_timeout',
      '507 server_error: storage_full',
    ])
  })

  test('environment variables', async () => {
    const { removed, lines, file } = compareWithStable('environment-variables', [
      ...Object.keys(environmentSchema.shape),
      ...knownProviders.map(({ variable }) => variable),
      ...knownSearchBackends.map(({ variable }) => variable),
    ])

    expect(removed).toEqual([])
    await expect(lines).toMatchFileSnapshot(file)
  })

  test('ids of providers and search backends', async () => {
    const { removed, lines, file } = compareWithStable('provider-ids', [
      ...knownProviders.map(({ id }) => id),
      ...knownSearchBackends.map(({ id }) => id),
      ...builtInSearchBackends,
    ])

    expect(removed).toEqual([])
    await expect(lines).toMatchFileSnapshot(file)
  })

  test('audit log actions', () => {
    expect(auditActions.map(({ id }) => id).toSorted()).toEqual(
      words(`
        team.set_up team.rename team.export team.delete settings.change audit.export account.change
        session.start session.end session.end_all invitation.create invitation.revoke member.join
        member.role member.remove provider.create provider.change provider.remove provider.order model.name
        model.unname model.change model.default model.alias model.download model.download_cancel prices.update budget.change key.create key.change key.rotate key.revoke
        request.read requests.export usage.export share.create share.revoke
      `),
    )
  })

  test('capabilities of request log and usage', () => {
    expect([...capabilityIds].toSorted()).toEqual(
      words('chat embeddings rerank map scrape search documents library'),
    )
  })

  test('metrics and their labels', async () => {
    const metrics = createMetrics()
    metrics.watch({
      openCalls: () => 0,
      queuedRows: () => 0,
      spooledRows: () => 0,
      areLimitsDegraded: () => false,
      isStoreUnavailable: async () => false,
      providers: () => ['a'],
      unhealthyProviders: () => ['p'],
      openCircuits: () => [{ key: 'p/m', waitMs: 0 }],
      cooldowns: () => [{ name: 'p', reason: 'refused', waitMs: 1 }],
      deployments: () => [],
      budgets: () => [['b', 1]],
      processes: async () => [{ name: 'gateway', residentBytes: 1, restarts: 0 }],
      models: async () => ({ waiting: { m: 1 }, residentBytes: { m: 1 } }),
      diskFreeRatio: async () => 0.5,
      priceCatalogMade: () => '2026-11-22',
      version: '1',
      schema: async () => 1,
    })
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    metrics.ended({ route: 'embeddings', status: 400, code: 'invalid_value', totalMs: 5, firstMs: 1, usage })
    const row = requestRow({ apiFormat: 'chat', costSource: 'unpriced', stream: true })
    metrics.recorded({ ...row, listedModel: 'm' }, 1)
    metrics.attemptFailed('p', 'upstream_error')
    metrics.fellBack('upstream_error')
    metrics.storeAnswered('keys.get', 1)
    metrics.parsing.ended('pdf', 1)
    metrics.searchAnswered('exa', 'ok', 1)
    const { text } = await metrics.print()
    const names = text.matchAll(/^(sextant_\w+?)(?:_bucket|_sum|_count)?(\{[^}]*\})? /gm)

    expect(
      [
        ...new Set([...names].map(([, name, labels = '']) => name + labels.replaceAll(/="[^"]*"/g, ''))),
      ].toSorted(),
    ).toEqual(
      words(`
        sextant_attempts_total{provider,result} sextant_budget_remaining_ratio{budget}
        sextant_circuit_open{deployment} sextant_cost_usd_total{model,provider,source}
        sextant_disk_free_ratio sextant_document_seconds{kind,le} sextant_document_seconds{kind} sextant_documents_open
        sextant_fallbacks_total{reason} sextant_first_event_seconds{route,le} sextant_first_event_seconds{route}
        sextant_info{version,schema} sextant_key_cooling{deployment}
        sextant_limit_lease_seconds sextant_limit_lease_seconds{le} sextant_limit_leases_total{result}
        sextant_limits_degraded sextant_model_first_event_seconds{model,le} sextant_model_first_event_seconds{model}
        sextant_model_output_tokens_per_second{model,le} sextant_model_output_tokens_per_second{model}
        sextant_model_requests_total{model,api_format,outcome} sextant_model_tokens_total{model,kind}
        sextant_models_queue_depth{model} sextant_models_resident_bytes{model} sextant_open_calls
        sextant_overhead_seconds{route,le} sextant_overhead_seconds{route}
        sextant_price_catalog_age_seconds sextant_process_resident_bytes{process}
        sextant_process_restarts_total{process} sextant_provider_unhealthy{provider}
        sextant_queued_request_rows sextant_refusals_total{code} sextant_request_seconds{route,le}
        sextant_request_seconds{route} sextant_requests_total{route,status}
        sextant_search_backend_seconds{backend,outcome,le} sextant_search_backend_seconds{backend,outcome}
        sextant_spooled_rows sextant_store_seconds{operation,le} sextant_store_seconds{operation}
        sextant_store_unavailable sextant_tokens_total{kind} sextant_unpriced_requests_total{provider}
        sextant_upstream_errors_total{provider,code} sextant_upstream_skipped_events_total
      `),
    )
  })

  test('the header between Sextant’s own processes', () => {
    expect(internalHeader).toBe('x-sextant-internal')
  })
})

/** Operators' configurations contain these values. `npm run stable` adds new ones, so that they are protected too. */
function compareWithStable(name: string, values: readonly string[]) {
  const file = path.join(import.meta.dirname, `config/__fixtures__/stable-${name}.txt`)
  const before = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return {
    removed: before.filter(value => !values.includes(value)),
    lines: `${values.toSorted().join('\n')}\n`,
    file,
  }
}

function words(text: string): string[] {
  return text.trim().split(/\s+/).toSorted()
}
