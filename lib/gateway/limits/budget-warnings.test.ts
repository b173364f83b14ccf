import { expect, test, vi } from 'vitest'
import { createLog } from '#lib/gateway/log.ts'
import { makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { BudgetWarnings } from './budget-warnings.ts'

onEachDatabase(makeFixture => {
  test('the log names the key or the team whose budget is nearly used up, once per threshold', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const terms = { limitNanos: 10_000_000, period: null }
    const settings = { teamId: owner.teamId, ownerId: owner.id, kind: 'api', scopes: ['chat'] } as const
    const { key } = await store.keys.create({ ...settings, name: 'small', budget: terms })
    await store.budgets.setTeam(owner.teamId, terms, owner)
    const { team } = await store.budgets.list(owner.teamId)
    const lines: Record<string, unknown>[] = []
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
    const warnings = new BudgetWarnings(store.budgets, createLog('info', 'test', { write }))
    const level = { limitNanos: 10_000_000, spentNanos: 8_200_000, leftNanos: 1_800_000, resetsAt: null }

    for (const id of [key.budgetId, key.budgetId, team?.id, 'budget_gone']) warnings.check(id ?? '', level)

    await vi.waitFor(() => expect(lines).toHaveLength(3))
    expect(lines.map(({ msg }) => String(msg)).toSorted()).toEqual([
      '80% of the budget of API key small is used: $0.0018 of $0.01 left',
      '80% of the budget of budget_gone is used: $0.0018 of $0.01 left',
      '80% of the budget of the team is used: $0.0018 of $0.01 left',
    ])
    const named = lines.find(({ key: name }) => name === 'small')
    expect(named).toMatchObject({ team: owner.teamId, percent: 80, limitUsd: 0.01, remainingUsd: 0.0018 })
  })
})
