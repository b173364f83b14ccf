import { afterEach, expect, test } from 'vitest'
import { ApiError, lacksBudget } from '#lib/errors.ts'
import type { BudgetLeases } from '#lib/store/budgets/budget-leases.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import type { Store } from '#lib/store/core/store.ts'
import { makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import type { BudgetTerms } from '#lib/store/budgets/write-budget.ts'
import { BudgetReservation } from './budget-reservation.ts'
import { Budgets } from './budgets.ts'

const opened: Budgets[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map(budgets => budgets.close()))
})

onEachDatabase(makeFixture => {
  test('of 600 concurrent requests on a budget for 500, 500 are accepted and charged, and nothing stays reserved', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const key = await makeKey(store, { limitNanos: 500 * callNanos, period: 'month' })
    const budgets = budgetsOf(store.budgets)

    const held = await Promise.all(Array.from({ length: 600 }, () => letIn(budgets, key)))
    const rows = held.flatMap((each, index) => (each === null ? [] : toRow(key, each, `req_${index}`)))
    await store.requests.insertMany(rows)
    await budgets.close()

    expect(rows).toHaveLength(500)
    expect(await spentOf(store, key)).toEqual({ spent: 500 * callNanos, reserved: 0 })
  })

  test('two gateways with 300 requests each accept 500 in total', async () => {
    await using fixture = await makeFixture()
    const stores = await Promise.all([fixture.open(), fixture.open()])
    const key = await makeKey(stores[0], { limitNanos: 500 * callNanos, period: null })
    const gateways = stores.map(store => budgetsOf(store.budgets))

    const held = await Promise.all(
      gateways.flatMap(budgets => Array.from({ length: 300 }, () => letIn(budgets, key))),
    )
    const rows = held.flatMap((each, index) => (each === null ? [] : toRow(key, each, `req_${index}`)))
    await stores[0].requests.insertMany(rows)
    await Promise.all(gateways.map(budgets => budgets.close()))

    expect(rows).toHaveLength(500)
    expect(await spentOf(stores[0], key)).toEqual({ spent: 500 * callNanos, reserved: 0 })
  }, 20_000)

  test('a request waits for the unused amount of another gateway and is accepted', async () => {
    await using fixture = await makeFixture()
    const stores = await Promise.all([fixture.open(), fixture.open()])
    const key = await makeKey(stores[0], { limitNanos: 1000 * callNanos, period: null })
    const [one, other] = stores.map(store => budgetsOf(store.budgets))
    if (!one || !other) throw new Error('two gateways are needed')
    // Ten more than needed, far from the limit.
    await letIn(one, key)

    const held = await Promise.all(Array.from({ length: 1000 }, () => letIn(other, key)))

    expect(held.filter(each => each !== null)).toHaveLength(999)
  })

  test('the team’s budget limits a key with a larger one, and the key’s reservation is released', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const terms = { limitNanos: 10 * callNanos, period: null }
    await store.budgets.setTeam(owner.teamId, terms, owner)
    const key = await makeKey(store, { limitNanos: 1000 * callNanos, period: null })
    const budgets = budgetsOf(store.budgets)

    const held = await Promise.all(Array.from({ length: 12 }, () => letIn(budgets, key)))
    const refused = budgets.reserve(key, callNanos, new BudgetReservation())
    await expect(refused).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
      final: false,
      retryAfterMs: 1000,
      message: expect.stringContaining(
        '$0.01 of this team’s $0.01 budget is reserved for requests in progress',
      ) as string,
    })

    expect(held.filter(each => each !== null)).toHaveLength(10)

    for (const each of held) each?.close(callNanos)
    await expect(budgets.reserve(key, callNanos, new BudgetReservation())).rejects.toMatchObject({
      code: 'insufficient_quota',
      final: true,
      message: expect.stringContaining('This team’s $0.01 budget is used up') as string,
    })
    await budgets.close()
    expect(await spentOf(store, key)).toEqual({ spent: 0, reserved: 10 * callNanos })
  })

  test('a removed budget accepts everything, and a raised one accepts more', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const key = await makeKey(store, { limitNanos: callNanos, period: null })
    const budgets = budgetsOf(store.budgets)
    await letIn(budgets, key)
    expect(await letIn(budgets, key)).toBeNull()

    await store.keys.change(
      key.teamId,
      key.id,
      { budget: { limitNanos: 2 * callNanos, period: null } },
      owner,
    )
    expect(await letIn(budgets, key)).not.toBeNull()
    expect(await letIn(budgets, key)).toBeNull()

    await store.keys.change(key.teamId, key.id, { budget: null }, owner)
    expect(await letIn(budgets, key)).not.toBeNull()
  })

  test('what a finished request reserved beyond its cost is there for the next one, before any row is written', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const terms = { limitNanos: 10 * callNanos, period: null }
    await store.budgets.setTeam(owner.teamId, terms, owner)
    const key = await makeKey(store, terms)
    const budgets = budgetsOf(store.budgets)
    const rows: NewRequestRow[] = []

    for (let call = 0; call < 3; call++) {
      const held = await letIn(budgets, key, 6 * callNanos)
      if (held) rows.push(toRow(key, held, `req_${call}`, 2 * callNanos))
    }
    const refused = await letIn(budgets, key, 6 * callNanos)
    const last = await letIn(budgets, key, 4 * callNanos)

    expect(rows).toHaveLength(3)
    expect(refused).toBeNull()
    if (last) rows.push(toRow(key, last, 'req_last', 4 * callNanos))
    await store.requests.insertMany(rows)
    await budgets.close()
    expect(await spentOf(store, key)).toEqual({ spent: 10 * callNanos, reserved: 0 })
  })

  test('a second gateway can use at once what a finished request of the first one did not cost', async () => {
    await using fixture = await makeFixture()
    const stores = await Promise.all([fixture.open(), fixture.open()])
    const key = await makeKey(stores[0], { limitNanos: 10 * callNanos, period: null })
    const [one, other] = stores.map(store => budgetsOf(store.budgets))
    if (!one || !other) throw new Error('two gateways are needed')
    const held = await letIn(one, key, 10 * callNanos)

    held?.close(callNanos)

    await expect.poll(async () => (await spentOf(stores[0], key)).reserved).toBe(callNanos)
    expect(await letIn(other, key, 9 * callNanos)).not.toBeNull()
    expect(await letIn(other, key, 1)).toBeNull()
  })

  test('what a finished request gives back counts as left, also on its way to the database', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const key = await makeKey(store, { limitNanos: 10 * callNanos, period: null })
    const begun = Promise.withResolvers<void>()
    const database = Promise.withResolvers<void>()
    const budgets = budgetsOf({
      lease: (...asked) => store.budgets.lease(...asked),
      async renew(...asked) {
        begun.resolve()
        await database.promise
        return await store.budgets.renew(...asked)
      },
    })
    const held = await letIn(budgets, key, 10 * callNanos)

    held?.close(callNanos)
    await begun.promise
    const onItsWay = budgets.levelOf(key)?.leftNanos
    database.resolve()
    await budgets.close()

    expect(onItsWay).toBe(9 * callNanos)
  })

  test('the amount for a request that ended meanwhile stays available', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const key = await makeKey(store, { limitNanos: 2 * callNanos, period: null })
    const budgets = budgetsOf(store.budgets)
    const left = new BudgetReservation()

    const waiting = budgets.reserve(key, 2 * callNanos, left)
    left.close(0)
    await waiting

    expect(left.close(0)).toEqual([])
    expect(await letIn(budgets, key)).not.toBeNull()
    expect(await letIn(budgets, key)).not.toBeNull()
  })
})

test('requests reserve from memory until a new lease is needed, and are rejected if it fails', async () => {
  let asked = 0
  const leases: BudgetLeases = {
    lease(requests) {
      asked++
      if (asked > 1) return Promise.reject(new Error('unavailable'))
      return Promise.resolve(
        requests.map(({ shortfallNanos }) => ({
          kind: 'granted' as const,
          leaseId: 'lease_1',
          nanos: shortfallNanos + 9 * callNanos,
          nearlyExhausted: false,
          level: {
            limitNanos: 1e9,
            spentNanos: 4e8,
            leftNanos: 5e8,
            leasedNanos: 1e7,
            resetsAt: null,
          },
        })),
      )
    },
    renew: () => Promise.reject(new Error('unavailable')),
  }
  const faults: unknown[] = []
  const budgets = budgetsOf(leases, faults)
  const key = { teamId: 'team_1', teamBudgetId: null, budgetId: 'budget_1' } as LimitedKey
  await budgets.reserve(key, callNanos, new BudgetReservation())

  for (let call = 0; call < 9; call++) {
    expect(budgets.reserve(key, callNanos, new BudgetReservation())).toBeNull()
  }
  await expect(budgets.reserve(key, callNanos, new BudgetReservation())).rejects.toMatchObject({
    code: 'store_unavailable',
  })
  expect(asked).toBe(2)
  expect(faults).toHaveLength(1)
})

test('a request waits once for what another gateway holds, whichever of its targets needs it', async () => {
  const clock = { now: 0 }
  let asked = 0
  const level = { limitNanos: 10, spentNanos: 9, leftNanos: 0, leasedNanos: 0, resetsAt: null }
  const leases: BudgetLeases = {
    lease(requests) {
      asked++
      clock.now += 1_000
      return Promise.resolve(
        requests.map(() => ({ kind: 'short', leaseId: null, nanos: 0, level, elsewhere: true }) as const),
      )
    },
    renew: () => Promise.resolve(new Map()),
  }
  const budgets = new Budgets({
    leases: withoutFind(leases),
    leaseMs: 60_000,
    onFault() {},
    now: () => clock.now,
  })
  opened.push(budgets)
  const key = { teamId: 'team_1', teamBudgetId: null, budgetId: 'budget_1' } as LimitedKey
  const reservation = new BudgetReservation()
  const refused = { code: 'insufficient_quota' }

  await expect(budgets.reserve(key, 5, reservation)).rejects.toMatchObject(refused)
  expect(asked).toBe(4)
  for (let target = 1; target < 9; target++)
    await expect(budgets.reserve(key, 5, reservation)).rejects.toMatchObject(refused)
  expect(asked).toBe(12)
  await expect(budgets.reserve(key, 5, new BudgetReservation())).rejects.toMatchObject(refused)
  expect(asked).toBe(16)
})

const callNanos = 1_000_000

function withoutFind(leases: BudgetLeases) {
  return { find: () => Promise.resolve(new Map()), ...leases }
}

function budgetsOf(leases: BudgetLeases, faults: unknown[] = []): Budgets {
  const budgets = new Budgets({
    leases: withoutFind(leases),
    leaseMs: 60_000,
    onFault: error => void faults.push(error),
  })
  opened.push(budgets)
  return budgets
}

async function makeKey(store: Store, budget: BudgetTerms): Promise<LimitedKey> {
  const { teamId } = await store.teams.openModeOwner()
  const settings = { teamId, ownerId: null, name: 'A', kind: 'api', scopes: ['chat'], budget } as const
  const { key } = await store.keys.create(settings)
  const limited = await store.keys.findByHash(key.hash)
  if (limited === null) throw new Error('the key was not made')
  return limited
}

/** @returns null: rejected */
async function letIn(
  budgets: Budgets,
  key: LimitedKey,
  nanos = callNanos,
): Promise<BudgetReservation | null> {
  const reservation = new BudgetReservation()
  try {
    await budgets.reserve(key, nanos, reservation)
    return reservation
  } catch (error) {
    if (error instanceof ApiError && lacksBudget(error)) return null
    throw error
  }
}

function toRow(key: LimitedKey, held: BudgetReservation, id: string, costNanos = callNanos): NewRequestRow {
  const { teamId, id: keyId } = key
  return {
    ...requestRow({ id, teamId, keyId, costNanos, startedAt: Date.now() + 3_600_000 }),
    holds: held.close(costNanos),
  }
}

async function spentOf(store: Store, { teamId, budgetId }: LimitedKey) {
  const { byId } = await store.budgets.list(teamId)
  const budget = byId.get(budgetId ?? '')
  return { spent: budget?.spentNanos, reserved: budget?.reservedNanos }
}
