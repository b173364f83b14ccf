import { expect, test } from 'vitest'
import type { Budget } from '#lib/store/budgets/budgets.ts'
import { BudgetReads } from './key-route.ts'

const key = { id: 'key_1', budgetId: 'budget_1', teamBudgetId: null }

test('calls of one key within a second share one read, and the next second reads again', async () => {
  const { reads, store } = countReads()
  let now = 0
  const budgets = new BudgetReads(store, () => now)

  await Promise.all([budgets.of(key), budgets.of(key)])
  now = 999
  await budgets.of(key)
  expect(reads).toEqual(['budget_1'])

  now = 1000
  await budgets.of(key)
  expect(reads).toEqual(['budget_1', 'budget_1'])
})

test('another key, and a new budget of the same key, are read', async () => {
  const { reads, store } = countReads()
  const budgets = new BudgetReads(store, () => 0)

  await budgets.of(key)
  await budgets.of({ ...key, id: 'key_2', budgetId: 'budget_2' })
  await budgets.of({ ...key, teamBudgetId: 'budget_3' })

  expect(reads).toEqual(['budget_1', 'budget_2', 'budget_1,budget_3'])
})

test('a failed read is not shared with later calls', async () => {
  let fails = true
  const find = () => (fails ? Promise.reject(new Error('no')) : Promise.resolve(new Map<string, Budget>()))
  const budgets = new BudgetReads({ find }, () => 0)

  await expect(budgets.of(key)).rejects.toMatchObject({ code: 'store_unavailable', retryAfterMs: 1000 })
  fails = false

  expect(await budgets.of(key)).toEqual(new Map())
})

test('reads of at most 1,000 keys are remembered, and the oldest is forgotten first', async () => {
  const { reads, store } = countReads()
  const budgets = new BudgetReads(store, () => 0)
  for (let index = 0; index <= 1000; index++) await budgets.of({ ...key, id: `key_${index}` })

  await budgets.of({ ...key, id: 'key_1' })
  expect(reads).toHaveLength(1001)
  await budgets.of({ ...key, id: 'key_0' })
  expect(reads).toHaveLength(1002)
})

test('a key without budgets needs no read', async () => {
  const { reads, store } = countReads()

  expect(await new BudgetReads(store, () => 0).of({ ...key, budgetId: null })).toEqual(new Map())
  expect(reads).toEqual([])
})

function countReads() {
  const reads: string[] = []
  const find = (ids: readonly string[]) => {
    reads.push(ids.join(','))
    return Promise.resolve(new Map<string, Budget>())
  }
  return { reads, store: { find } }
}
