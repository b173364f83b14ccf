import { expect, test } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import type { AttemptedTarget } from '#lib/capabilities/request-context.ts'
import { AttemptLog } from './attempt-log.ts'

const failure = new ApiError('upstream_error', 'The provider failed.')
const refusal = new ApiError('insufficient_quota', 'The budget is used up.')

test('attempts of steps at the same time keep their own end, also beside a target that was not asked', () => {
  const log = new AttemptLog(100)
  const [one, other] = [attempted('one'), attempted('other')]
  log.begin(one, 110)
  log.begin(other, 120)
  log.skipped({ providerId: 'p', modelId: 'paid', deployment: null }, refusal, 130)
  log.answered(other, 150)
  log.answered(one, 170)
  log.failed(one, failure, 171)

  expect(log.list()).toMatchObject([
    { model: 'one', startMs: 10, ms: 60, error: { code: 'upstream_error' } },
    { model: 'other', startMs: 20, ms: 30, error: null },
    { model: 'paid', startMs: 30, ms: 0, error: { code: 'insufficient_quota' }, skipped: true },
  ])
})

test('the failure of an attempt beyond the last entry leaves the entries as they are', () => {
  const log = new AttemptLog(0)
  const all = Array.from({ length: 33 }, (_, at) => attempted(`model-${at}`))
  for (const each of all) log.begin(each, 1)
  for (const each of all.slice(-1)) log.failed(each, failure, 2)

  expect(log.list()).toHaveLength(32)
  expect(log.list()?.every(({ error }) => error === null)).toBe(true)
})

function attempted(modelId: string): AttemptedTarget {
  return {
    providerId: 'p',
    modelId,
    listed: true,
    deployment: null,
    retires: null,
    successor: null,
    apiFormat: null,
    fallbackReason: null,
    estimate: { promptTokens: 0, costNanos: 0 },
  }
}
