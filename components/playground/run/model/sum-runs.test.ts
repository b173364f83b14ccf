import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import { sumRuns } from './sum-runs.ts'

const noPrice = { priceOf: () => undefined, writes: false }

function run(
  startedAt: number,
  totalMs: number | null,
  usage: object | null,
  changes: Partial<Run> = {},
): Run {
  return {
    id: `run_${startedAt}`,
    state: totalMs === null ? 'running' : 'done',
    request: { method: 'POST', path: '/v1/embeddings', body: '{"model":"m"}' },
    response: totalMs === null ? null : { status: 200, headers: {}, body: JSON.stringify({ usage }) },
    events: [],
    timing: { startedAt, firstMs: totalMs === null ? null : totalMs - 1, totalMs },
    failure: null,
    ...changes,
  }
}

test('tokens add up, overlapping times do not', () => {
  const runs = [
    run(1000, 300, { prompt_tokens: 10 }),
    run(1100, 500, { prompt_tokens: 20 }),
    run(1050, 100, null),
  ]

  const sums = sumRuns(runs, noPrice)

  expect(sums).toMatchObject({ ended: 3, failed: 0, status: 200, firstMs: 299, totalMs: 600 })
  expect(sums.usage).toMatchObject({ promptTokens: 30, completionTokens: null })
})

test('the pause before a later request does not count', () => {
  const sums = sumRuns([run(1000, 300, null), run(1200, 200, null), run(60_000, 50, null)], noPrice)

  expect(sums.totalMs).toBe(450)
})

test('while a run is in progress there is no total duration, and finished runs are counted', () => {
  const sums = sumRuns([run(0, 10, { prompt_tokens: 1 }), run(5, null, null)], noPrice)

  expect(sums).toMatchObject({ ended: 1, totalMs: null, usage: { promptTokens: 1 } })
})

test('different responses have no common status, and failures are counted', () => {
  const failure = { kind: 'offline' } as const
  const failed = run(0, 10, null, {
    state: 'failed',
    failure,
    response: { status: 500, headers: {}, body: '' },
  })

  expect(sumRuns([run(0, 10, null), failed], noPrice)).toMatchObject({ status: null, failed: 1, ended: 2 })
})

test('each run uses the price of its own model when the API reports no cost', () => {
  const told = run(0, 10, { prompt_tokens: 5, cost: 0.5 })
  const priced = run(0, 10, { prompt_tokens: 1_000_000 })
  const priceOf = (model: string | null) => (model === 'm' ? { input: 2, output: 9 } : undefined)

  expect(sumRuns([told, priced], { priceOf, writes: false })).toMatchObject({
    costUsd: 2.5,
    costEstimated: true,
  })
  expect(sumRuns([told], { priceOf, writes: false })).toMatchObject({ costUsd: 0.5, costEstimated: false })
  expect(sumRuns([priced], { priceOf, writes: true }).costUsd).toBeNull()
})
