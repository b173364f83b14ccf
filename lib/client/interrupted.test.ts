import { expect, test } from 'vitest'
import { toSummary } from './history-entry.ts'
import { stateOf } from './interrupted.ts'
import type { Run } from './run.ts'

const reader = { tab: 't1', id: 't1.load2' }

test.each([
  ['this very page', 't1.load2', 60_000, 'running'],
  ['this tab before its reload', 't1.load1', 0, 'interrupted'],
  ['another tab that saved a second ago', 't2.load1', 1000, 'running'],
  ['another tab that has been silent', 't2.load1', 6000, 'interrupted'],
])('a run of %s', (_what, writer, silentMs, expected) => {
  expect(stateOf(summaryOf('running', writer), reader, savedAt + silentMs)).toBe(expected)
})

test('a run that has ended stays as it ended', () => {
  expect(stateOf(summaryOf('stopped', 't1.load1'), reader, savedAt + 60_000)).toBe('stopped')
})

const savedAt = 1000

function summaryOf(state: Run['state'], writer: string) {
  const run: Run = {
    id: 'run_1',
    state,
    request: { method: 'POST', path: '/v1/chat/completions', body: '{}' },
    response: null,
    events: [],
    timing: { startedAt: 1, firstMs: null, totalMs: null },
    failure: null,
  }
  const draft = { contract: 'chat', body: {} }
  const entry = { id: 'e', contract: 'chat', name: null, pinned: false, createdAt: 1, draft, runs: [run] }
  return toSummary(entry, writer, savedAt)
}
