import { expect, test } from 'vitest'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import { ReportedCosts } from './reported-costs.ts'

const target: AnyTarget = { publicId: 'a', providerId: 'p', model: { modelId: 'a' }, fallbacks: [] }
const sibling: AnyTarget = { ...target, publicId: 'b', model: { modelId: 'b' } }

test('twice the mean of the last 50 reported costs is reserved', () => {
  const costs = new ReportedCosts()

  costs.charge(target, 1, 1e9)
  for (let calls = 0; calls < 49; calls += 1) costs.charge(target, 1, 100)
  expect(costs.amountToReserve(target)).toBeGreaterThan(200)
  costs.charge(target, 1, 100)

  expect(costs.amountToReserve(target)).toBe(200)
})

test('a reported cost of zero reserves one nano-dollar', () => {
  const costs = new ReportedCosts()

  expect(costs.charge(target, 5, 0)).toBe(0)

  expect(costs.amountToReserve(target)).toBe(1)
})

test('a target that never reports reserves nothing and costs nothing', () => {
  const costs = new ReportedCosts()

  expect(costs.amountToReserve(target)).toBe(0)
  expect(costs.charge(target, 5, null)).toBeUndefined()
  expect(costs.amountToReserve(target)).toBe(0)
})

test('an untried target of a provider that reports costs reserves $0.001 until it has answered', () => {
  const costs = new ReportedCosts()

  costs.charge(target, 5, 100)
  expect(costs.amountToReserve(sibling)).toBe(1_000_000)
  expect(costs.amountToReserve({ ...sibling, providerId: 'q' })).toBe(0)
  expect(costs.amountToReserve({ ...sibling, providerId: 'q', reportsCosts: true })).toBe(1_000_000)

  costs.charge(sibling, 5, null)
  expect(costs.amountToReserve(sibling)).toBe(0)
})

test('a response without a reported cost is charged at earlier costs per token', () => {
  const costs = new ReportedCosts()

  costs.charge(target, 10, 100)
  costs.charge(target, 30, 300)

  expect(costs.charge(target, 7, null)).toBe(70)
  expect(costs.estimate(target, 8)).toBe(80)
  expect(costs.amountToReserve(target)).toBe(400)
})

test('the reports of earlier runs count as well', () => {
  const costs = new ReportedCosts()
  const earlier = { providerId: 'p', publicId: 'a', tokens: 10 }

  costs.restore([
    { ...earlier, nanos: 100 },
    { ...earlier, nanos: 300 },
  ])

  expect(costs.amountToReserve(target)).toBe(400)
  expect(costs.estimate(target, 5)).toBe(100)
  expect(costs.isKnown(target)).toBe(true)
  expect(costs.amountToReserve(sibling)).toBe(1_000_000)
  costs.charge(target, 10, 1100)
  expect(costs.amountToReserve(target)).toBe(1000)
})

test('memory is bounded for many targets', () => {
  const costs = new ReportedCosts()

  for (let at = 0; at <= 10_000; at += 1) {
    costs.charge({ ...target, model: { modelId: String(at) } }, 1, 2_000_000)
  }

  expect(costs.amountToReserve({ ...target, model: { modelId: '0' } })).toBe(1_000_000)
  expect(costs.amountToReserve({ ...target, model: { modelId: '1' } })).toBe(4_000_000)
})
