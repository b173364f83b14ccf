import { expect, test } from 'vitest'
import { openBackend } from '#lib/store/core/open-backend.ts'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import type { Store, StoreOptions } from '#lib/store/core/store.ts'
import { makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import type { BudgetTerms } from './write-budget.ts'

const leaseMs = 60_000
// In the period of the write, even if it starts now.
const soon = Date.now() + 3_600_000

onEachDatabase(makeFixture => {
  test('leases and spending never exceed the limit', async () => {
    await using fixture = await makeFixture()
    const { store, budgetId } = await withKeyBudget(await fixture.open(), { limitNanos: 1000, period: null })

    const first = await requestLease(store, budgetId, 600)
    const second = await requestLease(store, budgetId, 600)

    expect(first).toMatchObject({ kind: 'granted', nanos: 610 })
    expect(second).toMatchObject({ kind: 'short', nanos: 0, level: { limitNanos: 1000 }, elsewhere: true })
    expect(await amounts(fixture.options)).toEqual([{ spent: 0, reserved: 610, leased: 610 }])
  })

  test('a remainder is leased in an amount that serves one of the waiting calls', async () => {
    await using fixture = await makeFixture()
    const { store, budgetId } = await withKeyBudget(await fixture.open(), { limitNanos: 1000, period: null })

    const [answer] = await store.budgets.lease(
      [{ budgetId, leaseId: null, shortfallNanos: 1500, smallestNanos: 300 }],
      leaseMs,
    )

    expect(answer).toMatchObject({ kind: 'short', nanos: 1000, elsewhere: false })
  })

  test('a row settles its reservation and charges its cost exactly once', async () => {
    await using fixture = await makeFixture()
    const { store, budgetId, keyId, teamId } = await withKeyBudget(await fixture.open(), {
      limitNanos: 1000,
      period: 'month',
    })
    const leaseId = await leaseOf(store, budgetId, 500)
    const holds = [{ budgetId, leaseId, nanos: 500 }]
    const row = { ...requestRow({ teamId, keyId, costNanos: 120, startedAt: soon }), holds }

    await store.requests.insertMany([row])
    await store.requests.insertMany([row])

    expect(await amounts(fixture.options)).toEqual([{ spent: 120, reserved: 10, leased: 10 }])
    expect((await store.budgets.list(teamId)).byId.get(budgetId)?.spentNanos).toBe(120)
    expect((await store.keys.get(teamId, keyId))?.spentNanos).toBe(120)
  })

  test('a reservation is released only once if its lease ended before', async () => {
    await using fixture = await makeFixture()
    const { store, budgetId, keyId, teamId } = await withKeyBudget(await fixture.open(), {
      limitNanos: 1000,
      period: null,
    })
    const dead = await leaseOf(store, budgetId, 500, 0)
    const live = await leaseOf(store, budgetId, 800)
    const late = {
      ...requestRow({ teamId, keyId, costNanos: 70 }),
      holds: [{ budgetId, leaseId: dead, nanos: 500 }],
    }

    await store.requests.insertMany([late])

    expect(live).not.toBe(dead)
    expect(await amounts(fixture.options)).toEqual([{ spent: 70, reserved: 810, leased: 810 }])
    expect(
      await store.budgets.renew([{ budgetId, leaseId: dead, availableNanos: 10, returnNanos: 0 }], leaseMs),
    ).toEqual(new Map())
  })

  test('what a killed gateway had reserved does not count once its lease has expired', async () => {
    await using fixture = await makeFixture()
    const { store, budgetId, teamId } = await withKeyBudget(await fixture.open(), {
      limitNanos: 1000,
      period: null,
    })
    const dead = await leaseOf(store, budgetId, 500)
    const live = await leaseOf(store, budgetId, 200)
    await expireLease(fixture.options, dead)

    expect((await store.budgets.find([budgetId])).get(budgetId)?.reservedNanos).toBe(210)
    expect((await store.budgets.list(teamId)).byId.get(budgetId)?.reservedNanos).toBe(210)

    const states = await store.budgets.renew(
      [{ budgetId, leaseId: live, availableNanos: 0, returnNanos: 0 }],
      leaseMs,
    )
    expect(states.get(live)?.level.leftNanos).toBe(790)
    expect(await amounts(fixture.options)).toEqual([{ spent: 0, reserved: 210, leased: 210 }])
  })

  test('released money can be leased again', async () => {
    await using fixture = await makeFixture()
    const { store, budgetId } = await withKeyBudget(await fixture.open(), { limitNanos: 1000, period: null })
    const leaseId = await leaseOf(store, budgetId, 1000)

    const states = await store.budgets.renew(
      [{ budgetId, leaseId, availableNanos: 0, returnNanos: 400 }],
      leaseMs,
    )

    expect(states.get(leaseId)).toMatchObject({ nearlyExhausted: false })
    expect(await requestLease(store, budgetId, 400)).toMatchObject({
      kind: 'granted',
      nanos: 400,
      nearlyExhausted: true,
    })
  })

  test('a new period starts at zero, and requests that began in the old one do not count', async () => {
    await using fixture = await makeFixture()
    const { store, budgetId, keyId, teamId } = await withKeyBudget(await fixture.open(), {
      limitNanos: 1000,
      period: 'day',
    })
    const row = (id: string, changes: Partial<NewRequestRow>) =>
      requestRow({ id, teamId, keyId, costNanos: 900, ...changes })
    await store.requests.insertMany([row('req_1', { startedAt: soon })])
    expect(await requestLease(store, budgetId, 200)).toMatchObject({ kind: 'short' })
    await moveStart(fixture.options, budgetId, -1)

    expect((await store.budgets.list(teamId)).byId.get(budgetId)?.spentNanos).toBe(0)
    expect(await requestLease(store, budgetId, 200)).toMatchObject({ kind: 'granted' })
    await store.requests.insertMany([row('req_2', { startedAt: Date.now() - 48 * 3_600_000 })])
    expect((await store.budgets.list(teamId)).byId.get(budgetId)?.spentNanos).toBe(0)
  })

  test('a budget still applies when the clock is set back before its period', async () => {
    await using fixture = await makeFixture()
    const { store, budgetId, keyId, teamId } = await withKeyBudget(await fixture.open(), {
      limitNanos: 1000,
      period: 'day',
    })
    await moveStart(fixture.options, budgetId, 2)

    const row = requestRow({ id: 'req_1', teamId, keyId, costNanos: 900, startedAt: Date.now() })
    await store.requests.insertMany([row])

    expect(await requestLease(store, budgetId, 200)).toMatchObject({ kind: 'short' })
  })

  test('a rotated key shares the budget of the original', async () => {
    await using fixture = await makeFixture()
    const { store, budgetId, keyId, teamId, owner } = await withKeyBudget(await fixture.open(), {
      limitNanos: 1000,
      period: null,
    })

    const { key } = await store.keys.rotate(teamId, keyId, 60_000, owner)
    await store.requests.insertMany([
      requestRow({ id: 'req_1', teamId, keyId, costNanos: 100 }),
      requestRow({ id: 'req_2', teamId, keyId: key.id, costNanos: 200 }),
    ])

    expect(key.budgetId).toBe(budgetId)
    expect((await store.budgets.list(teamId)).byId.get(budgetId)?.spentNanos).toBe(300)
    expect((await store.keys.get(teamId, key.id))?.spentNanos).toBe(200)
  })

  test('a removed budget limits nothing, and its removal is audited', async () => {
    await using fixture = await makeFixture()
    const { store, budgetId, keyId, teamId, owner } = await withKeyBudget(await fixture.open(), {
      limitNanos: 1000,
      period: null,
    })
    await leaseOf(store, budgetId, 500)

    const changed = await store.keys.change(teamId, keyId, { budget: null }, owner)

    expect(changed.budgetId).toBeNull()
    expect(await requestLease(store, budgetId, 5000)).toEqual({ kind: 'removed' })
    const [entry] = await store.audit.list(teamId, { limit: 1 })
    expect(entry).toMatchObject({
      action: 'key.change',
      before: '{"budget":{"limitNanos":1000,"period":null}}',
      after: '{"budget":null}',
    })
  })

  test('a key lists the budgets that limit it', async () => {
    await using fixture = await makeFixture()
    const { store, budgetId, hash, teamId, owner } = await withKeyBudget(await fixture.open(), {
      limitNanos: 1000,
      period: null,
    })
    expect(await store.keys.findByHash(hash)).toMatchObject({ budgetId, teamBudgetId: null })

    await store.budgets.setTeam(teamId, { limitNanos: 5, period: 'week' }, owner)
    const { team } = await store.budgets.list(teamId)
    expect(await store.keys.findByHash(hash)).toMatchObject({ budgetId, teamBudgetId: team?.id })

    await store.budgets.setTeam(teamId, null, owner)
    expect(await store.keys.findByHash(hash)).toMatchObject({ budgetId, teamBudgetId: null })
  })
})

async function withKeyBudget(store: Store, budget: BudgetTerms) {
  const owner = await makeOwner(store)
  const { teamId } = owner
  const settings = { teamId, ownerId: null, name: 'A', kind: 'api', scopes: ['chat'], budget } as const
  const { key } = await store.keys.create(settings, owner)
  if (key.budgetId === null) throw new Error('the key has no budget')
  return { store, owner, teamId, keyId: key.id, hash: key.hash, budgetId: key.budgetId }
}

async function requestLease(store: Store, budgetId: string, nanos: number) {
  const [answer] = await store.budgets.lease(
    [{ budgetId, leaseId: null, shortfallNanos: nanos, smallestNanos: nanos }],
    leaseMs,
  )
  return answer
}

async function leaseOf(store: Store, budgetId: string, nanos: number, forMs = leaseMs): Promise<string> {
  const [answer] = await store.budgets.lease(
    [{ budgetId, leaseId: null, shortfallNanos: nanos, smallestNanos: nanos }],
    forMs,
  )
  if (answer?.kind !== 'granted') throw new Error('nothing was leased')
  return answer.leaseId
}

async function amounts({ dataDir, databaseUrl }: StoreOptions) {
  const backend = await openBackend(dataDir, databaseUrl)
  const budgets = await backend.database.selectFrom('budgets').selectAll().execute()
  const leases = await backend.database.selectFrom('budgetLeases').selectAll().execute()
  await backend.close()
  return budgets.map(({ id, spent, reserved }) => ({
    spent,
    reserved,
    leased: leases.filter(each => each.budgetId === id).reduce((sum, each) => sum + each.amountNanos, 0),
  }))
}

/** As if its gateway was killed a lease ago. */
async function expireLease({ dataDir, databaseUrl }: StoreOptions, id: string): Promise<void> {
  const backend = await openBackend(dataDir, databaseUrl)
  await backend.database.updateTable('budgetLeases').set({ expiresAt: 1 }).where('id', '=', id).execute()
  await backend.close()
}

/** Days before: as if no row was written since. Days after: as if the clock was set back. */
async function moveStart({ dataDir, databaseUrl }: StoreOptions, id: string, days: number): Promise<void> {
  const backend = await openBackend(dataDir, databaseUrl)
  await backend.database
    .updateTable('budgets')
    .set(({ eb }) => ({ periodStart: eb('periodStart', '+', days * 24 * 3_600_000) }))
    .where('id', '=', id)
    .execute()
  await backend.close()
}
