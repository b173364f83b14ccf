import { expect, test, vi } from 'vitest'
import type { KeyRow } from './key-row.ts'
import type { Store } from './store.ts'
import { requestRow } from './test-request-row.ts'
import { onEachDatabase } from './test-store.ts'

onEachDatabase(makePlace => {
  test('an opened store answers and is up to date', async () => {
    await using place = await makePlace()
    const store = await place.open()

    await expect(store.ping()).resolves.toBeUndefined()
    expect(await store.migrationsCurrent()).toBe(true)
    expect(store.kind).toBe(place.options.databaseUrl === null ? 'sqlite' : 'postgres')
  })

  test('a key revoked by another process is heard of within a second', async () => {
    await using place = await makePlace()
    const [gateway, other] = await Promise.all([place.open(), place.open()])
    const { teamId } = await other.teams.openModeOwner()
    const { key } = await createKey(other, teamId)
    const heard = await listen(gateway, teamId)

    await other.keys.revoke(teamId, key.id)

    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 1000, interval: 10 })
  })

  test('its own change is heard of too', async () => {
    await using place = await makePlace()
    const store = await place.open()
    const { teamId } = await store.teams.openModeOwner()
    const heard = await listen(store, teamId)

    await createKey(store, teamId)

    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 1000, interval: 10 })
  })

  test('use of a key and request rows are no change, and who stopped hears nothing', async () => {
    await using place = await makePlace()
    const [gateway, other] = await Promise.all([place.open(), place.open()])
    const { teamId } = await other.teams.openModeOwner()
    const { key } = await createKey(other, teamId)
    const heard = await listen(gateway, teamId)
    const stopped = vi.fn<() => void>()
    gateway.onChange(stopped)()

    await other.keys.touch([key.id], 1)
    await other.requests.insertMany([requestRow({ teamId, keyId: key.id })])
    await quietTime()
    const callsBefore = heard.mock.calls.length
    await createKey(other, teamId)
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 1000)

    expect(callsBefore).toBe(0)
    expect(stopped).not.toHaveBeenCalled()
  })
})

function createKey(store: Store, teamId: string): Promise<{ key: KeyRow; token: string }> {
  return store.keys.create({ teamId, ownerId: null, name: 'x', kind: 'api', scopes: [] })
}

/** A listener that has begun to hear, and has heard nothing since. */
async function listen(store: Store, teamId: string) {
  const heard = vi.fn<() => void>()
  store.onChange(heard)
  await createKey(store, teamId)
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 5000)
  await quietTime()
  heard.mockClear()
  return heard
}

/** Twice the time between two looks: long enough for whatever is to be heard. */
function quietTime(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 1100))
}
