import { afterEach, expect, test, vi } from 'vitest'
import type { StoredPage } from './pages.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const page: StoredPage = {
  url: 'https://example.com/',
  status: 200,
  contentType: 'text/html',
  kind: 'html',
  text: '<p>Ünïcode 日本語 \ud83e\udd99</p>'.repeat(50),
}

afterEach(() => void vi.useRealTimers())

onEachDatabase(makeFixture => {
  test('a stored page is returned unchanged, only for its team', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { teamId } = await store.teams.openModeOwner()

    await store.pages.save(teamId, 'one', page)

    expect(await store.pages.find(teamId, 'one', 0)).toEqual(page)
    expect(await store.pages.find(teamId, 'two', 0)).toBeNull()
    expect(await store.pages.find('team_other', 'one', 0)).toBeNull()
  })

  test('a newer copy replaces the older one', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { teamId } = await store.teams.openModeOwner()

    await store.pages.save(teamId, 'one', page)
    await store.pages.save(teamId, 'one', { ...page, text: 'newer' })

    expect(await store.pages.find(teamId, 'one', 0)).toMatchObject({ text: 'newer' })
  })

  test('a copy older than requested, or older than a day, is not returned', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { teamId } = await store.teams.openModeOwner()
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
    await store.pages.save(teamId, 'one', page)

    vi.setSystemTime(1_800_000_060_000)
    expect(await store.pages.find(teamId, 'one', Date.now() - 59_000)).toBeNull()
    expect(await store.pages.find(teamId, 'one', Date.now() - 60_000)).toEqual(page)

    vi.setSystemTime(1_800_000_000_000 + 24 * 3600 * 1000 + 1)
    expect(await store.pages.find(teamId, 'one', 0)).toBeNull()
  })

  test("a team's oldest copies are removed when it exceeds its limit", async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { teamId } = await store.teams.openModeOwner()
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
    const noise = (seed: number) =>
      Array.from({ length: 4000 }, (_, at) => ((at * 7919 * seed) % 9973).toString(36)).join('')
    for (const seed of [1, 2, 3, 4]) {
      vi.setSystemTime(1_800_000_000_000 + seed)
      await store.pages.save(teamId, `page ${seed}`, { ...page, text: noise(seed) }, { bytesMax: 25_000 })
    }

    const kept = await Promise.all([1, 2, 3, 4].map(seed => store.pages.find(teamId, `page ${seed}`, 0)))
    expect(kept[0]).toBeNull()
    expect(kept[3]).not.toBeNull()
  })
})
