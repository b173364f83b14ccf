import { expect, test } from 'vitest'
import type { RequestDetail } from '#lib/contracts/console/requests.ts'
import { readRequestPhases } from './read-phases.ts'

const row = {
  provider: 'scripted',
  stream: false,
  total_ms: 100,
  auth_ms: 1,
  queue_ms: 10,
  load_ms: 20,
  upstream_ms: 80,
  attempt_list: null,
} as RequestDetail

test('phases add up to the duration of the request', () => {
  const phases = readRequestPhases(row)

  expect(phases.map(({ label, startMs, ms }) => [label, startMs, ms])).toEqual([
    ['Authentication and limits', 0, 1],
    ['Queued', 1, 10],
    ['Loading model', 11, 20],
    ['Waiting for scripted', 31, 50],
    ['Processing and sending', 81, 19],
  ])
})

test('concurrent waits never exceed the duration', () => {
  const phases = readRequestPhases({ ...row, upstream_ms: 500 })

  expect(Math.max(...phases.map(({ startMs, ms }) => startMs + ms))).toBe(100)
})

test('each attempt has its start time and its error', () => {
  const error = { code: 'upstream_error', message: 'It fell over.' }
  const attempts = [
    { provider: 'a', model: 'a/x', start_ms: 2, ms: 30, error },
    { provider: 'b', model: 'b/x', start_ms: 40, ms: 50, error: null },
  ]

  expect(readRequestPhases({ ...row, attempt_list: attempts }).slice(-2)).toEqual([
    { label: '1. a · a/x', kind: 'failed', startMs: 2, ms: 30, note: 'upstream_error: It fell over.' },
    { label: '2. b · b/x', kind: 'attempt', startMs: 40, ms: 50, note: null },
  ])
})
