import { expect, test } from 'vitest'
import { sumRequests } from './sum-requests.ts'

const row = (status: number, ms: number) => ({ status, total_ms: ms, cost_usd: 0.01 })

test('requests that the client canceled are no errors, and the median is that of the durations', () => {
  expect(sumRequests([row(200, 30), row(499, 10), row(502, 20)])).toEqual({
    count: 3,
    failed: 1,
    medianMs: 20,
    costUsd: 0.03,
  })
  expect(sumRequests([])).toMatchObject({ count: 0, medianMs: null })
})
