import { expect, test } from 'vitest'
import { operatorPrice } from '#lib/prices/operator-price.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import { inputUsage } from '#lib/capabilities/tokens/input-usage.ts'
import { readChatUnits } from '#lib/prices/read-units.ts'
import { answerCostUsd, costNanos, type ChargedAnswer } from './cost.ts'
import { ReportedCosts } from './reported-costs.ts'

const target: AnyTarget = { publicId: 'a', providerId: 'p', model: { modelId: 'a' }, fallbacks: [] }
const answer: ChargedAnswer = {
  tokens: 10,
  counts: () => ({ input: 5, output: 5 }),
  tier: null,
  reportedUsd: 0.5,
  whole: true,
}

test('a free model costs nothing, whatever its server reports', () => {
  expect(answerCostUsd(answer, { ...target, free: true }, new ReportedCosts())).toBe(0)
})

test('a model without a price costs what its server reports', () => {
  expect(answerCostUsd(answer, target, new ReportedCosts())).toBe(0.5)
})

test('a report is believed where our own bill is zero, and not where it is over 100 times our own', () => {
  const at = (input: number) => ({
    ...target,
    reportsCosts: true,
    price: operatorPrice('a', { input, output: input }).at(0),
  })
  expect(answerCostUsd(answer, at(0), new ReportedCosts())).toBe(0.5)
  expect(answerCostUsd(answer, at(1), new ReportedCosts())).toBe(0.000_01)
})

test('a rate per request is reserved and billed once', () => {
  const priced = { ...target, price: operatorPrice('a', { request: 5 }).at(0) }
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }
  const end = { tokens: 10, reportedUsd: null, whole: true }

  expect(costNanos(10, 10, priced)).toBe(5_000_000)
  expect(priced.price?.costNanos(readChatUnits(usage))).toBe(5_000_000)
  expect(inputUsage(end, priced, new ReportedCosts()).cost).toBe(0.005)
})
