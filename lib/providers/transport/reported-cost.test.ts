import { expect, test } from 'vitest'
import { readReportedCost } from './reported-cost.ts'

test.each([
  [{ cost: 0.00219855 }, 0.00219855],
  [{ cost: 0 }, 0],
  [{ cost: 0, is_byok: true, cost_details: { upstream_inference_cost: 0.0003253 } }, 0.0003253],
  [{ cost: 0.01, is_byok: false, cost_details: { upstream_inference_cost: 5 } }, 0.01],
  [{ cost: { total_cost: 0.006, request_cost: 0.005 } }, 0.006],
  [{ cost_in_usd_ticks: 37_756_000 }, 0.0037756],
])('the reported cost of %j is $%d', (usage, usd) => {
  expect(readReportedCost(usage)).toBe(usd)
})

test('an amount below a nano-dollar counts as one', () => {
  expect(readReportedCost({ cost: 1e-10 })).toBe(1e-9)
})

test('an absurd cost is capped at the maximum of a request row', () => {
  expect(readReportedCost({ cost: 1e300 })).toBe(10_000)
})

test.each([{}, { cost: null }, { cost: '1' }, { cost: -1 }, { cost: NaN }, { cost: Infinity }, { cost: {} }])(
  '%j reports no cost',
  usage => {
    expect(readReportedCost(usage)).toBeNull()
  },
)
