import { expect, test } from 'vitest'
import type { HistorySummary } from '#components/playground/history/model/history-entry.ts'
import type { LoggedRequest } from '#lib/contracts/console/requests.ts'
import { listRecentRuns } from './recent-runs.ts'

test('a run of this browser has its title, and model and duration from the log, once', () => {
  const runs = listRecentRuns(
    [summary({ id: 'entry_1', title: 'Say hello', requestIds: ['req_1'], createdAt: 10 })],
    [row({ id: 'req_1', answered_by: 'local/tiny', total_ms: 1900, started_at: 12 })],
  )

  expect(runs).toEqual([
    {
      id: 'entry_1',
      capability: 'chat',
      title: 'Say hello',
      detail: 'Chat · local/tiny',
      href: '/chat?run=entry_1',
      state: 'done',
      totalMs: 1900,
      at: 12,
    },
  ])
})

test('requests of other clients are listed with their key and link to the log', () => {
  const [run] = listRecentRuns([], [row({ id: 'req_2', model: 'acme/large', status: 502, key_name: 'ci' })])

  expect(run).toMatchObject({
    title: 'acme/large',
    detail: 'Chat · ci',
    href: '/team/requests?id=req_2',
    state: 'failed',
  })
})

test('the newest six are listed; drafts, model lists and library polls are not', () => {
  const runs = listRecentRuns(
    [summary({ id: 'draft', state: null, createdAt: 99 }), summary({ id: 'newest', createdAt: 50 })],
    [
      row({ id: 'list', route: 'models', started_at: 98 }),
      row({ id: 'poll', route: 'library-status', started_at: 97 }),
      ...[1, 2, 3, 4, 5, 6, 7].map(at => row({ id: `req_${at}`, started_at: at })),
    ],
  )

  expect(runs.map(({ id }) => id)).toEqual(['newest', 'req_7', 'req_6', 'req_5', 'req_4', 'req_3'])
})

test.each([
  [200, 'done'],
  [404, 'failed'],
  [499, 'canceled'],
] as const)('a request with status %d is %s', (status, state) => {
  expect(listRecentRuns([], [row({ status })])[0]?.state).toBe(state)
})

function summary(fields: Partial<HistorySummary>): HistorySummary {
  return {
    id: 'entry',
    contract: 'chat',
    name: null,
    pinned: false,
    createdAt: 1,
    updatedAt: 1,
    title: 'Hello',
    state: 'done',
    sizeBytes: 1,
    haystack: '',
    writer: 'tab',
    ...fields,
  }
}

function row(fields: Partial<LoggedRequest>): LoggedRequest {
  return {
    id: 'req',
    started_at: 1,
    route: 'chat',
    model: null,
    answered_by: null,
    provider: null,
    deployment: null,
    api_format: null,
    upstream_api_format: null,
    key_id: 'key_1',
    key_name: null,
    member_id: null,
    member: null,
    yours: true,
    status: 200,
    error_code: null,
    stream: false,
    attempts: 1,
    prompt_tokens: 0,
    completion_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    cache_broken: false,
    usage_estimated: false,
    cost_usd: 0,
    cost_source: null,
    cut_at_tokens: null,
    price_ref: null,
    first_ms: null,
    total_ms: 1,
    document_pages: 0,
    audio_ms: 0,
    bodies_kept: false,
    ...fields,
  }
}
