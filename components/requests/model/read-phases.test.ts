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

test('phases follow each other to the end of the request', () => {
  const phases = readRequestPhases(row)

  expect(phases.map(({ label, startMs, ms }) => [label, startMs, ms])).toEqual([
    ['Key and limits', 0, 1],
    ['Waiting in the queue', 1, 10],
    ['Loading the model', 11, 20],
    ['Waiting for scripted', 31, 50],
    ['Own work and sending', 81, 19],
  ])
})

test('waits that ran at once never go past the end', () => {
  const phases = readRequestPhases({ ...row, upstream_ms: 500 })

  expect(Math.max(...phases.map(({ startMs, ms }) => startMs + ms))).toBe(100)
})

test('each attempt stands where it was, with what went wrong', () => {
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
