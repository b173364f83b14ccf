import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { sumRuns } from './sum-runs.ts'

const noPrice = { modelOf: () => undefined, writes: false }

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
  const modelOf = (id: string | null) => (id === 'm' ? { price: { input: 2, output: 9 } } : undefined)

  expect(sumRuns([told, priced], { modelOf, writes: false })).toMatchObject({
    costUsd: 2.5,
    costEstimated: true,
  })
  expect(sumRuns([told], { modelOf, writes: false })).toMatchObject({ costUsd: 0.5, costEstimated: false })
  expect(sumRuns([priced], { modelOf, writes: true }).costUsd).toBeNull()
})

test('answers of models without a price are counted apart; those of free models cost nothing', () => {
  const answered = (model: string, usage: object, changes: Partial<Run> = {}) =>
    run(0, 10, usage, {
      request: { method: 'POST', path: '/v1/x', body: JSON.stringify({ model }) },
      ...changes,
    })
  const modelOf = (id: string | null): Pick<Model, 'pricing'> => ({
    pricing: { source: id === 'free' ? 'free' : 'unpriced' },
  })
  const free = answered('free', { prompt_tokens: 5, cost: 0 })
  const unpriced = answered('unpriced', { prompt_tokens: 5 })
  // A fallback with a price answered.
  const covered = answered('unpriced', { prompt_tokens: 5, cost: 0.5 })
  const failed = answered('unpriced', {}, { state: 'failed' })
  const sum = (runs: readonly Run[]) => sumRuns(runs, { modelOf, writes: false })

  expect(sum([free])).toMatchObject({ costUsd: 0, unpriced: 0 })
  expect(sum([unpriced, failed])).toMatchObject({ costUsd: null, unpriced: 1 })
  expect(sum([unpriced, covered])).toMatchObject({ costUsd: 0.5, unpriced: 1 })
})
