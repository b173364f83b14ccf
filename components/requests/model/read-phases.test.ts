import { expect, test } from 'vitest'
import type { LoggedExchange, RequestDetail } from '#lib/contracts/console/requests.ts'
import { readRequestPhases, type RequestPhase } from './read-phases.ts'

const row = {
  provider: 'scripted',
  stream: false,
  total_ms: 100,
  auth_ms: 1,
  queue_ms: 10,
  load_ms: 20,
  upstream_ms: 80,
  completion_tokens: 0,
  attempt_list: null,
} as RequestDetail

const error = { code: 'upstream_error', message: 'It fell over.' }
const attempts = [
  { provider: 'a', model: 'a/x', start_ms: 2, ms: 30, error },
  { provider: 'b', model: 'b/x', start_ms: 40, ms: 50, error: null },
]

const brief = (phases: readonly RequestPhase[]) =>
  phases.map(({ label, kind, startMs, ms }) => [label, kind, startMs, ms])

test('phases add up to the duration of the request', () => {
  expect(brief(readRequestPhases(row))).toEqual([
    ['Authenticate, check limits', 'own', 0, 1],
    ['Queue', 'wait', 1, 10],
    ['Load model', 'wait', 11, 20],
    ['Wait for scripted', 'attempt', 31, 50],
    ['Process and send', 'own', 81, 19],
  ])
})

test('concurrent waits never exceed the duration', () => {
  const phases = readRequestPhases({ ...row, upstream_ms: 500 })

  expect(Math.max(...phases.map(({ startMs, ms }) => startMs + ms))).toBe(100)
})

test('each attempt has its start time and its error, and the pause between them is shown', () => {
  const phases = readRequestPhases({ ...row, stream: true, attempt_list: attempts })

  expect(brief(phases)).toEqual([
    ['Authenticate, check limits', 'own', 0, 1],
    ['Attempt 1', 'failed', 2, 30],
    ['Wait before retry', 'own', 32, 8],
    ['Attempt 2', 'attempt', 40, 50],
    ['Stream', 'stream', 90, 10],
  ])
  expect(phases[1]).toMatchObject({ detail: 'a · a/x', note: 'upstream_error: It fell over.' })
})

test('a model that the budget rejected is shown where it would have been asked, and is no attempt', () => {
  const rejected = {
    provider: 'c',
    model: 'c/x',
    start_ms: 33,
    ms: 0,
    skipped: true,
    error: { code: 'insufficient_quota', message: 'Used up.' },
  }
  const phases = readRequestPhases({ ...row, attempt_list: attempts.toSpliced(1, 0, rejected) })

  expect(brief(phases)).toEqual([
    ['Authenticate, check limits', 'own', 0, 1],
    ['Attempt 1', 'failed', 2, 30],
    ['Wait before retry', 'own', 32, 8],
    ['Skipped', 'own', 33, 0],
    ['Attempt 2', 'attempt', 40, 50],
    ['Process and send', 'own', 90, 10],
  ])
  expect(phases[3]).toMatchObject({ detail: 'c · c/x', note: 'insufficient_quota: Used up.' })
})

test('logged exchanges show the first token and the stream of an attempt', () => {
  const failed = { attempt: 1, provider: 'a', start_ms: 2, first_ms: 30, end_ms: 32, broken: false }
  const refusal = { ...failed, response: { status: 429 } } as LoggedExchange
  const answer = { status: 200, headers: [], body: { kind: 'events' } }
  const streamed = {
    attempt: 2,
    provider: 'b',
    start_ms: 40,
    first_ms: 60,
    end_ms: 98,
    broken: false,
    response: answer,
  } as unknown as LoggedExchange

  const phases = readRequestPhases({ ...row, stream: true, attempt_list: attempts, completion_tokens: 388 }, [
    refusal,
    streamed,
  ])

  expect(brief(phases)).toEqual([
    ['Authenticate, check limits', 'own', 0, 1],
    ['Attempt 1', 'failed', 2, 30],
    ['Wait before retry', 'own', 32, 8],
    ['Attempt 2', 'attempt', 40, 20],
    ['Stream', 'stream', 60, 38],
    ['Process and send', 'own', 98, 2],
  ])
  expect(phases.map(({ detail }) => detail).filter(Boolean)).toEqual([
    'a · 429',
    'b · first token',
    '388 tokens',
  ])
})
