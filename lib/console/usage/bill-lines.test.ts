import { expect, test } from 'vitest'
import { operatorPrice } from '#lib/prices/operator-price.ts'
import type { PriceInForce } from '#lib/prices/price.ts'
import type { ChargedRequest } from '#lib/store/requests/bills.ts'
import { BillLines } from './bill-lines.ts'

const at = Date.UTC(2026, 10, 1)
const request: ChargedRequest = {
  provider: 'openai',
  model: 'team-chat',
  costSource: 'operator',
  priceRef: 'op:team-chat',
  units: null,
  startedAt: at,
  attempts: 1,
  promptTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
  audioMs: 0,
  costNanos: 0,
}
const rates = { input: 0.3, cacheRead: 0.03, output: 2.5, above: { 100: { input: 0.6, output: 5 } } }
const price = inForce(rates)

function inForce(given: Parameters<typeof operatorPrice>[1]): PriceInForce {
  const found = operatorPrice('team-chat', given).at(at)
  if (found === undefined) throw new Error('It has no price.')
  return found
}

const charged = (units: Record<string, number>, tier: string | null = null) => ({
  ...request,
  units,
  costNanos: price.costNanos(units, tier),
})
const shown = (bill: BillLines) =>
  bill
    .list()
    .map(({ unit, quantity, rateNanos, costNanos, basis }) => [unit, quantity, rateNanos, costNanos, basis])

test('each unit has a line at each of its rates, and what was rounded up has one of its own', () => {
  const bill = new BillLines()
  for (const units of [{ input: 3, cacheRead: 1 }, { input: 7, cacheRead: 1, output: 1 }, { input: 101 }])
    bill.add(charged(units), { price, tier: null })

  expect(shown(bill)).toEqual([
    ['input', 10, 300_000_000, 3000, 'rate'],
    ['input', 101, 600_000_000, 60_600, 'rate'],
    ['cacheRead', 2, 30_000_000, 60, 'rate'],
    ['output', 1, 2_500_000_000, 2500, 'rate'],
    ['requests', 3, null, 0, 'rounding'],
  ])
})

test('quantity × rate of every line is its cost to the nano-dollar, and all lines are the cost of all requests', () => {
  const odd = inForce({ input: 0.123456789, cacheRead: 0.000000123, output: 1.000000001, audio: 0.36 })
  const bill = new BillLines()
  let total = 0
  for (let index = 1; index <= 500; index++) {
    const units = { input: index * 7, cacheRead: index % 13, output: index % 29, audio: (index % 5) * 1234 }
    const costNanos = odd.costNanos(units)
    total += costNanos
    bill.add({ ...request, units, costNanos }, { price: odd, tier: null })
  }

  const lines = bill.list()
  const rated = lines.filter(({ basis }) => basis === 'rate')
  expect(rated).toHaveLength(4)
  for (const { quantity, rateNanos, per, costNanos } of rated)
    expect(Math.abs((quantity * (rateNanos ?? 0)) / (per ?? 0) - (costNanos ?? 0))).toBeLessThan(1)
  expect(lines.reduce((sum, { costNanos }) => sum + (costNanos ?? 0), 0)).toBe(total)
  const [rounding] = lines.filter(({ basis }) => basis === 'rounding')
  expect(rounding?.costNanos).toBeGreaterThan(0)
  expect(rounding?.costNanos).toBeLessThan(500 + 4)
})

test('a cost that the rates of today do not give is shown as it was recorded', () => {
  const bill = new BillLines()
  bill.add({ ...request, units: { input: 10 }, costNanos: 9000 }, { price, tier: null })
  bill.add(charged({ input: 10 }), { price, tier: null })

  expect(shown(bill)).toEqual([
    ['input', 10, 300_000_000, 3000, 'rate'],
    ['input', 10, null, null, 'count'],
    ['requests', 1, null, 9000, 'recorded'],
    ['requests', 1, null, 0, 'rounding'],
  ])
})

test.each([
  ['reported', 5, 5, 'reported'],
  ['free', 0, 0, 'free'],
  ['unpriced', 0, null, 'unpriced'],
  ['unpriced', 5, 5, 'recorded'],
  ['unpriced', 5, 5, 'estimate'],
  ['mixed', 5, 5, 'recorded'],
  [null, 5, 5, 'recorded'],
])('a cost with the source %s says so, beside the counts', (costSource, costNanos, shownNanos, basis) => {
  const tokens = { promptTokens: 10, cacheReadTokens: 4, completionTokens: 5, reasoningTokens: 2 }
  const bill = new BillLines()
  const priceRef = basis === 'estimate' ? basis : request.priceRef
  bill.add({ ...request, ...tokens, costSource, priceRef, costNanos }, null)

  expect(shown(bill)).toEqual([
    ['input', 6, null, null, 'count'],
    ['cacheRead', 4, null, null, 'count'],
    ['output', 3, null, null, 'count'],
    ['reasoning', 2, null, null, 'count'],
    ['requests', 1, null, shownNanos, basis],
  ])
})
