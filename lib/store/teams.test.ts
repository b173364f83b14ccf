import { expect, test } from 'vitest'
import { onEachDatabase } from './test-store.ts'

onEachDatabase(makePlace => {
  test("open mode's team and owner are made once, whoever asks first", async () => {
    await using place = await makePlace()
    const stores = await Promise.all([place.open(), place.open(), place.open()])

    const owners = await Promise.all(
      stores.flatMap(store => Array.from({ length: 4 }, () => store.teams.openModeOwner())),
    )

    expect(new Set(owners.map(owner => JSON.stringify(owner))).size).toBe(1)
    expect(owners[0]).toMatchObject({ role: 'owner', sessionEpoch: 0 })
    expect(owners[0]?.teamId).toMatch(/^team_[0-9A-Za-z]{24}$/)
    expect(owners[0]?.userId).toMatch(/^user_[0-9A-Za-z]{24}$/)
  })

  test('they are the same after a restart', async () => {
    await using place = await makePlace()
    const first = await place.open()
    const owner = await first.teams.openModeOwner()
    await first.close()

    const second = await place.open()

    expect(await second.teams.openModeOwner()).toEqual(owner)
  })
})
