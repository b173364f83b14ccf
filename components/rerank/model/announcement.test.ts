import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import { toRerankAnnouncement } from './announcement.ts'

const running: Run = {
  id: 'run-1',
  state: 'running',
  request: { method: 'POST', path: '/v1/rerank', body: '{"model":"a","documents":["x","y"]}' },
  response: null,
  events: [],
  timing: { startedAt: 0, firstMs: null, totalMs: 212 },
  failure: null,
}
const done: Run = {
  ...running,
  state: 'done',
  response: { status: 200, headers: {}, body: '{"results":[{"index":1,"relevance_score":0.5}]}' },
}

test.each<readonly [Run, string]>([
  [running, 'Ranking started'],
  [done, '1 of 2 documents ranked, 212 ms'],
  [{ ...done, response: null }, 'Failed: no ranking in the response'],
  [{ ...running, state: 'stopped' }, 'Stopped'],
  [{ ...running, state: 'failed', failure: { kind: 'offline' } }, 'Failed: you are offline'],
  [
    { ...running, state: 'failed', failure: { kind: 'unreachable', message: 'Out of reach.' } },
    'Failed: Out of reach.',
  ],
])('a single run is announced without its model (%#)', (run, words) => {
  expect(toRerankAnnouncement([run])).toBe(words)
})

test('several runs are announced with their models', () => {
  expect(toRerankAnnouncement([done, running])).toBe('a: 1 of 2 documents ranked, 212 ms. a: Ranking started')
})

test('without a run there is no announcement', () => {
  expect(toRerankAnnouncement([])).toBe('')
})
