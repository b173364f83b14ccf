import { afterEach, expect, test, vi } from 'vitest'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { chunk, embedder, index, itemId, newItem, towards } from './__fixtures__/library-item.ts'
import type { LibraryFind } from './library-find.ts'
import type { LibraryStore } from './library.ts'
import type { ClaimedItem } from './ownership.ts'

vi.setConfig({ testTimeout: 60_000 })

afterEach(() => void vi.useRealTimers())

const all = { collection: null, title: null, state: null, limit: 50, cursor: null }

function finding(teamId: string, words: readonly string[], about: Partial<LibraryFind> = {}): LibraryFind {
  return { teamId, words, collections: null, hosts: null, vector: null, limit: 10, ...about }
}

async function embed({ work }: LibraryStore, item: ClaimedItem | undefined, name: string): Promise<void> {
  const items = item === undefined ? [] : [item]
  const waiting = await work.waiting(items, name, 100)
  const vectors = waiting.map(({ id, teamId }) => ({ teamId, chunkId: id, vector: towards(0, 1) }))
  if (vectors.length > 0) await work.addVectors(vectors, name)
  await work.endEmbedding(items, name)
}

onEachDatabase(makeFixture => {
  async function open() {
    const fixture = await makeFixture()
    const store = await fixture.open()
    const { teamId } = await store.teams.openModeOwner()
    return { fixture, store, teamId, library: store.library }
  }

  test('an item is returned with its text page by page, only for its team', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    const long = '日本語🦙 '.repeat(40_000)
    const texts = [
      { page: 1, content: 'First\0 page' },
      { page: 3, content: long },
    ]

    await library.save(newItem(teamId, 1, { url: 'https://a.example/', texts }))

    const [item] = await library.get(teamId, [itemId(1)], embedder)
    expect(item).toMatchObject({
      state: 'queued',
      pages: 3,
      chunks: 0,
      embedded: 0,
      url: 'https://a.example/',
    })
    expect(await library.pages(teamId, itemId(1))).toEqual([
      { page: 1, content: 'First\uFFFD page' },
      { page: 3, content: long },
    ])
    expect(await library.get('team_other', [itemId(1)], embedder)).toEqual([])
    expect(await library.pages('team_other', itemId(1))).toEqual([])
    expect(await library.remove('team_other', [itemId(1)], null)).toEqual([])
    expect(await library.move('team_other', [itemId(1)], 'x', null)).toEqual([])
  })

  test('lists are newest first and paginated, filtered by collection, title and state', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    for (let at = 1; at <= 5; at++) {
      const title = at === 3 ? '100% Ärger_' : `Note ${at}`
      const foldedTitle = at === 3 ? '100% arger_' : `note ${at}`
      await library.save(newItem(teamId, at, { title, foldedTitle, collection: at > 3 ? 'late' : 'early' }))
    }

    const first = await library.list(teamId, { ...all, limit: 3 }, embedder)
    const second = await library.list(teamId, { ...all, limit: 3, cursor: first.next }, embedder)
    const titled = async (title: string) => (await library.list(teamId, { ...all, title }, embedder)).rows

    const ids = [...first.rows, ...second.rows].map(({ id }) => id)
    expect(ids.toSorted()).toEqual([1, 2, 3, 4, 5].map(itemId))
    expect(second.next).toBeNull()
    expect((await library.list(teamId, { ...all, collection: 'late' }, embedder)).rows).toHaveLength(2)
    expect(await titled('% arger_')).toHaveLength(1)
    expect(await titled('n_te')).toHaveLength(0)
    expect((await library.list(teamId, { ...all, state: 'queued' }, embedder)).rows).toHaveLength(5)
    expect((await library.list(teamId, { ...all, state: 'indexed' }, embedder)).rows).toHaveLength(0)
    expect((await library.list(teamId, { ...all, cursor: 'nonsense' }, embedder)).rows).toHaveLength(5)
    expect(await library.move(teamId, [itemId(1), itemId(9)], 'late', null)).toEqual([itemId(1)])
    expect(await library.sum(teamId, embedder)).toMatchObject({
      items: 5,
      queued: 5,
      collections: [
        { name: 'early', items: 2 },
        { name: 'late', items: 3 },
      ],
    })
  })

  test('saving an item again replaces it', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    await index(library, newItem(teamId, 1), [chunk(0, 'old words')], [towards(1, 0)])

    await library.save(newItem(teamId, 1, { texts: [{ page: 1, content: 'new' }] }))

    expect(await library.find(finding(teamId, ['old']))).toEqual([])
    expect(await library.pages(teamId, itemId(1))).toEqual([{ page: 1, content: 'new' }])
    expect(await library.sum(teamId, embedder)).toMatchObject({ items: 1, chunks: 0, queued: 1 })
  })

  test('two processes share the work without duplicates', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    const other = (await fixture.open()).library
    for (let at = 1; at <= 6; at++) await library.save(newItem(teamId, at))

    const claims = await Promise.all([1, 2, 3, 4].map(at => (at % 2 ? library : other).work.claim('cut', 3)))

    const ids = claims.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const [theirs] = claims.flat()
    if (theirs === undefined) throw new Error('nothing was claimed')
    const owner = claims[0]?.includes(theirs) || claims[2]?.includes(theirs) ? library : other
    const stranger = owner === library ? other : library
    expect(await stranger.work.addChunks(theirs, [chunk(0, 'stolen')])).toBe(false)
    expect(await stranger.work.renew([theirs])).toEqual([])
    expect(await owner.work.renew([theirs])).toEqual([theirs])
    await owner.work.release([theirs])
    expect((await stranger.work.claim('cut', 6)).map(({ id }) => id)).toContain(theirs.id)
  })

  test('items claimed by a dead process are released after a minute', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    const other = (await fixture.open()).library
    await library.save(newItem(teamId, 1))
    const [item] = await library.work.claim('cut', 1)
    if (item === undefined) throw new Error('nothing was claimed')
    expect(await other.work.claim('cut', 1)).toEqual([])

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })

    expect(await other.work.claim('cut', 1)).toEqual([item])
    expect(await library.work.addChunks(item, [chunk(0, 'late')])).toBe(false)
  })

  test('an item that was replaced or removed during chunking gets no chunks', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    await library.save(newItem(teamId, 1))
    await library.save(newItem(teamId, 2))
    const items = await library.work.claim('cut', 2)
    await library.save(newItem(teamId, 1))
    await library.remove(teamId, [itemId(2)], null)

    const added = await Promise.all(items.map(item => library.work.addChunks(item, [chunk(0, 'late')])))

    expect(added).toEqual([false, false])
    expect(await library.find(finding(teamId, ['late']))).toEqual([])
  })

  test('a failed item has a reason and can be retried', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    await library.save(newItem(teamId, 1))
    const [item] = await library.work.claim('cut', 1)
    if (item === undefined) throw new Error('nothing was claimed')

    await library.work.fail(item, 'It cannot be embedded.')

    const [failed] = await library.get(teamId, [itemId(1)], embedder)
    expect(failed).toMatchObject({ state: 'failed', reason: 'It cannot be embedded.' })
    expect(await library.sum(teamId, embedder)).toMatchObject({ failed: 1, queued: 0 })
    expect(await library.work.claim('cut', 1)).toEqual([])
    expect(await library.work.retry('team_other', [itemId(1)])).toEqual([])
    expect(await library.work.retry(teamId, [itemId(1)])).toEqual([itemId(1)])
    expect(await library.work.claim('cut', 1)).toHaveLength(1)
  })

  test('a model change queues everything again, and new vectors replace the old ones', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    await index(library, newItem(teamId, 1), [chunk(0, 'a'), chunk(1, 'b')], [towards(1, 0), towards(0, 1)])

    await library.work.queueOthers(embedder)
    expect(await library.work.claim('embed', 10)).toEqual([])
    await library.work.queueOthers('other@1')

    const items = await library.work.claim('embed', 10)
    const waiting = await library.work.waiting(items, 'other@1', 1)
    const [first] = waiting
    expect(waiting).toHaveLength(1)
    await library.work.addVectors([{ teamId, chunkId: first?.id ?? 0, vector: towards(1, 0) }], 'other@1')
    expect(await library.get(teamId, [itemId(1)], 'other@1')).toMatchObject([
      { embedded: 1, state: 'queued' },
    ])
    expect(await library.sum(teamId, 'other@1')).toMatchObject({ chunks: 2, embedded: 1, queued: 1 })
  })

  test('two processes with different models leave each other’s vectors alone; the one that started last decides', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    const { library: other } = await fixture.open()
    await index(library, newItem(teamId, 1), [chunk(0, 'a')], [towards(1, 0)])
    await index(library, newItem(teamId, 2), [chunk(0, 'b')], [towards(1, 0)])
    const embedded = async (name: string) =>
      (await library.get(teamId, [itemId(1), itemId(2)], name)).map(item => item.embedded)

    await other.work.queueOthers('other@1')
    expect(await library.work.claim('embed', 10, embedder)).toEqual([])
    const [first] = await other.work.claim('embed', 1, 'other@1')
    await embed(other, first, 'other@1')
    expect(new Set(await embedded('other@1'))).toEqual(new Set([0, 1]))

    // The other model starts while an item is being embedded: it is queued again.
    const [late] = await other.work.claim('embed', 1, 'other@1')
    await library.work.queueOthers(embedder)
    await embed(other, late, 'other@1')
    expect(await other.work.claim('embed', 10, 'other@1')).toEqual([])
    for (let item; ([item] = await library.work.claim('embed', 1, embedder)) && item;)
      await embed(library, item, embedder)
    expect(await embedded(embedder)).toEqual([1, 1])
  })

  test('vectors of a process whose claim has passed to another are not written', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    await index(library, newItem(teamId, 1), [chunk(0, 'a')], [towards(1, 0)])
    await library.work.queueOthers('other@1')
    const { library: other } = await fixture.open()
    const items = await other.work.claim('embed', 1, 'other@1')
    const [waiting] = await other.work.waiting(items, 'other@1', 1)

    await library.work.addVectors([{ teamId, chunkId: waiting?.id ?? 0, vector: towards(0, 1) }], 'late@1')

    expect(await library.sum(teamId, 'late@1')).toMatchObject({ embedded: 0 })
    expect(await library.sum(teamId, embedder)).toMatchObject({ embedded: 1 })
  })

  test('the save-everything switch is stored with the other team settings', async () => {
    const { fixture, store, teamId, library } = await open()
    await using _place = fixture
    let changes = 0
    const stop = store.onChange(() => changes++)

    expect(await library.savesEverything(teamId)).toBe(false)
    await library.setSavesEverything(teamId, true, 'key_gone')
    expect(await library.savesEverything(teamId)).toBe(true)
    await library.setSavesEverything(teamId, false, 'key_gone')
    expect(await library.savesEverything(teamId)).toBe(false)
    stop()
  })
})
