import { expect, test } from 'vitest'
import { operatorPrice, type OperatorRates } from '#lib/prices/operator-price.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import { inputUsage } from '#lib/capabilities/tokens/input-usage.ts'
import { readChatUnits } from '#lib/prices/read-units.ts'
import type { UnitCounts } from '#lib/prices/units.ts'
import { type ChargedAnswer, chargeAnswer, sumCharges } from './charge.ts'
import { CostReservation, costNanos, exactly } from './cost.ts'
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
  expect(chargeAnswer(answer, { ...target, free: true }, new ReportedCosts())).toMatchObject({
    source: 'free',
    nanos: 0,
  })
})

test('a model without a price costs what its server reports', () => {
  expect(chargeAnswer(answer, target, new ReportedCosts())).toMatchObject({
    source: 'reported',
    nanos: 500_000_000,
    priceRef: 'reported',
  })
})

test('a report is believed up to $10, or 100 times our own bill if that is more', () => {
  const at = (input: number) => ({
    ...target,
    reportsCosts: true,
    price: operatorPrice('a', { input, output: input }).at(0),
  })
  const chargeOf = (reportedUsd: number, price: number) =>
    chargeAnswer({ ...answer, reportedUsd }, at(price), new ReportedCosts())

  expect(chargeOf(0.5, 0).nanos).toBe(500_000_000)
  expect(chargeOf(10.1, 1)).toMatchObject({ source: 'operator', nanos: 10_000, refusedNanos: 10_100_000_000 })
  // Ten tokens for $0.02.
  expect(chargeOf(1.9, 2000).nanos).toBe(1_900_000_000)
  expect(chargeOf(10.1, 20_000).nanos).toBe(10_100_000_000)
})

test('a report of what tokens do not show, such as a web search, is charged', () => {
  const reporting = {
    ...target,
    reportsCosts: true,
    price: operatorPrice('a', { input: 0.15, output: 0.6 }).at(0),
  }
  const searched = { ...answer, tokens: 80, counts: () => ({ input: 20, output: 60 }), reportedUsd: 0.02 }

  expect(chargeAnswer(searched, reporting, new ReportedCosts())).toMatchObject({
    source: 'reported',
    nanos: 20_000_000,
  })
})

test('an answer that was stopped before its provider reported a cost is not free', () => {
  const stopped = { ...answer, reportedUsd: null, whole: false }
  const reporting = { ...target, reportsCosts: true }
  const costs = new ReportedCosts()

  const first = chargeAnswer(stopped, reporting, costs)
  expect(first).toMatchObject({ source: 'unpriced', priceRef: 'estimate' })
  expect(first.nanos).toBeGreaterThan(0)
  expect(chargeAnswer(stopped, reporting, costs).nanos).toBe(first.nanos)
  expect(chargeAnswer(stopped, target, costs).source).toBe('unpriced')
})

test('a cost that nobody reported is never named reported: the price of the catalog, or an estimate', () => {
  const costs = new ReportedCosts()
  const unknown = { ...target, reportsCosts: true }
  const known = { ...unknown, publicId: 'b', model: { modelId: 'openai/gpt-4o' } }
  const unreported = { ...answer, reportedUsd: null }
  chargeAnswer(answer, unknown, costs)

  const byReports = { source: 'unpriced', priceRef: 'estimate', nanos: 500_000_000 }
  expect(chargeAnswer(unreported, unknown, costs)).toMatchObject(byReports)
  expect(chargeAnswer({ ...unreported, whole: false }, unknown, costs)).toMatchObject(byReports)
  expect(chargeAnswer({ ...answer, reportedUsd: 1e9 }, unknown, costs)).toMatchObject({
    source: 'unpriced',
    refusedNanos: 1e18,
  })
  for (const whole of [true, false]) {
    const charge = chargeAnswer({ ...unreported, whole }, known, costs)
    expect(charge.source).toBe('catalog')
    expect(charge.priceRef).toMatch(/^cat:[\d-]+:openai\/gpt-4o$/)
    expect(charge.nanos).toBe(5 * 2500 + 5 * 10_000)
  }
})

test('a provider that should report costs, and reports none of a model, leaves it without a price', () => {
  const reporting = { ...target, reportsCosts: true }
  const costs = new ReportedCosts()

  expect(costs.isKnown(reporting)).toBe(true)
  expect(chargeAnswer({ ...answer, reportedUsd: null }, reporting, costs).source).toBe('unpriced')
  expect(costs.isKnown(reporting)).toBe(false)
  expect(chargeAnswer(answer, reporting, costs).source).toBe('reported')
  expect(costs.isKnown(reporting)).toBe(true)
})

test.each([
  ['without a price', undefined],
  ['whose price is zero', operatorPrice('a', { input: 0, output: 0 }).at(0)],
])('a report that no model can cost is not charged for one %s, and is said', (_name, price) => {
  const vast = { ...answer, reportedUsd: 1e300 }
  const charge = chargeAnswer(vast, { ...target, price, reportsCosts: true }, new ReportedCosts())

  expect(charge.nanos).toBeLessThan(100_000_000)
  expect(charge.refusedNanos).toBeGreaterThan(1e300)
})

test('the parts of a cost that is capped sum to it', () => {
  const price = operatorPrice('a', { input: 2000, output: 2000 }).at(0)
  const bill = price?.bill({ input: 1e12, output: 3e12 })

  expect(bill?.nanos).toBe(1e13)
  expect(bill?.parts.input).toBeCloseTo(2500)
  expect(bill?.parts.output).toBeCloseTo(7500)
})

test('web searches without a rate leave a response unpriced, with the sum of what has a rate', () => {
  const priced = (usd: OperatorRates) => ({ ...target, price: operatorPrice('a', usd).at(0) })
  const searched = { ...answer, reportedUsd: null, counts: () => ({ input: 5, output: 5, webSearch: 100 }) }

  expect(chargeAnswer(searched, priced({ input: 1, output: 1 }), new ReportedCosts())).toMatchObject({
    source: 'unpriced',
    nanos: 10_000,
    counts: { webSearch: 100 },
  })
  expect(chargeAnswer(searched, priced({ input: 0, output: 0 }), new ReportedCosts()).source).toBe('operator')
  expect(
    chargeAnswer(searched, priced({ input: 1, output: 1, webSearch: 10 }), new ReportedCosts()),
  ).toMatchObject({ source: 'operator', nanos: 1_000_010_000 })
})

test('a budget that rejects unpriced models rejects a web search without a rate', () => {
  const budget = { limits: true, rejectsUnpriced: true, answerTokensMax: null, reserve: () => null }
  const cost = new CostReservation({ signal: new AbortController().signal, budget }, new ReportedCosts())
  const priced = { ...target, price: operatorPrice('a', { input: 1, output: 1 }).at(0) }
  const raise = (others: UnitCounts) => cost.raise(priced, () => exactly(5), undefined, others)

  expect(raise({})).toBeNull()
  expect(() => raise({ webSearch: 5 })).toThrow('has no rate of `webSearch`')
})

test('a rate per request is reserved and billed once', () => {
  const priced = { ...target, price: operatorPrice('a', { request: 5 }).at(0) }
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }
  const end = { tokens: 10, reportedUsd: null, whole: true }

  expect(costNanos(10, 10, priced)).toBe(5_000_000)
  expect(priced.price?.costNanos(readChatUnits(usage))).toBe(5_000_000)
  expect(inputUsage(end, priced, new ReportedCosts()).usage.cost).toBe(0.005)
})

test('a model without price and report is unpriced, and leaves the sum of a request unpriced', () => {
  const unpriced = chargeAnswer({ ...answer, reportedUsd: null }, target, new ReportedCosts())
  const priced = { ...target, price: operatorPrice('a', { input: 1, output: 2 }).at(0) }
  const charge = chargeAnswer({ ...answer, reportedUsd: null }, priced, new ReportedCosts())

  expect(unpriced).toMatchObject({ source: 'unpriced', nanos: null, priceRef: null })
  expect(charge).toMatchObject({
    source: 'operator',
    nanos: 15_000,
    priceRef: expect.stringMatching(/^op:a:/) as string,
    parts: { input: 0.000_005, cacheRead: 0, cacheWrite: 0, output: 0.000_01, other: 0 },
  })
  expect(sumCharges(charge, unpriced)).toMatchObject({ source: 'unpriced', nanos: 15_000 })
  expect(sumCharges(charge, charge)).toMatchObject({
    source: 'operator',
    nanos: 30_000,
    priceRef: expect.stringMatching(/^op:a:/) as string,
    counts: { input: 10, output: 10 },
  })
})
