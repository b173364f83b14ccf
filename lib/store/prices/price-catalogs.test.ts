import { expect, test } from 'vitest'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { makeOwner } from '#lib/store/__fixtures__/test-members.ts'

const catalog = (day: string, body: string) => ({
  madeAt: Date.parse(day),
  sha256: 'a'.repeat(64),
  body,
  summary: { made: day },
})

onEachDatabase(makeFixture => {
  test('the catalog of the latest day is used, and of several the last applied', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    expect(await store.priceCatalogs.latest()).toBeNull()
    expect(await store.priceCatalogs.latestId()).toBeNull()

    await store.priceCatalogs.add(owner.teamId, catalog('2026-11-24', 'later day'), owner)
    await store.priceCatalogs.add(owner.teamId, catalog('2026-11-23', 'earlier day'), owner)

    const latest = await store.priceCatalogs.latest()
    expect(latest?.body).toBe('later day')
    expect(await store.priceCatalogs.latestId()).toBe(latest?.id)
    expect((await store.priceCatalogs.madeAt(Date.parse('2026-11-23')))?.body).toBe('earlier day')
    expect(await store.priceCatalogs.madeAt(Date.parse('2026-11-22'))).toBeNull()
  })

  test('another process hears of a new catalog, and the audit log has it', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const other = await fixture.open()
    const owner = await makeOwner(store)
    let heard = 0
    other.onChange(() => heard++)

    await store.priceCatalogs.add(owner.teamId, catalog('2026-11-24', 'new'), owner)

    await expect.poll(() => heard, { timeout: 10_000 }).toBeGreaterThan(0)
    expect((await other.priceCatalogs.latest())?.body).toBe('new')
    const [entry] = await store.audit.list(owner.teamId, { limit: 1 })
    expect(entry).toMatchObject({ action: 'prices.update', after: '{"made":"2026-11-24"}' })
  })

  test('only the last 20 catalogs are kept', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const days = Array.from({ length: 22 }, (_, at) =>
      new Date(Date.UTC(2026, 9, at + 1)).toISOString().slice(0, 10),
    )

    for (const day of days) await store.priceCatalogs.add(owner.teamId, catalog(day, day), owner)

    const kept = await Promise.all(days.map(day => store.priceCatalogs.madeAt(Date.parse(day))))
    expect(kept.filter(row => row !== null).map(({ body }) => body)).toEqual(days.slice(2))
  })
})
