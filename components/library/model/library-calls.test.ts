import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { answerWith } from './__fixtures__/console.ts'
import { itemOf } from './__fixtures__/items.ts'
import { addEntry } from './add-entry.ts'
import { changeItems } from './change-items.ts'
import {
  describeGap,
  isFull,
  isIndexing,
  readStatus,
  setSaveEverything,
  statusQuery,
} from './library-status.ts'
import { itemQuery } from './read-item.ts'
import { searchQuery } from './search-library.ts'

afterEach(() => vi.unstubAllGlobals())
const calm = () => new AbortController().signal

const status = {
  object: 'library.status',
  collections: [
    { name: 'harbour', items: 2, chars: 10 },
    { name: 'default', items: 1, chars: 10 },
  ],
  quota: { items: 3, items_max: 20_000, bytes: 20, bytes_max: 1000 },
  index: { model: 'local/x', revision: 'r', chunks: 8, embedded: 5, queued: 1, failed: 1, state: 'indexing' },
  keep_everything: true,
}

test('many items are changed in batches of 500', async () => {
  const ids = Array.from({ length: 1100 }, (_, number) => itemOf(number).id)
  const asked = answerWith(({ body }) =>
    Response.json({ object: 'library.batch', ids: (body as { ids: string[] }).ids.slice(1) }),
  )

  const changed = await changeItems(ids, { action: 'move', collection: 'harbour' })

  expect(asked.map(({ body }) => (body as { ids: string[] }).ids.length)).toEqual([500, 500, 100])
  expect(asked[0]).toMatchObject({
    path: '/api/run/v1/library/batch',
    body: { action: 'move', collection: 'harbour' },
  })
  expect(changed).toHaveLength(1097)
})

test('the status has quota, index progress and collections sorted by name', async () => {
  answerWith(() => Response.json(status))

  const state = await new QueryClient().fetchQuery(statusQuery)

  expect(state).toMatchObject({
    collections: [
      { name: 'default', items: 1 },
      { name: 'harbour', items: 2 },
    ],
    items: 3,
    index: { chunks: 8, embedded: 5, queued: 1, failed: 1, state: 'indexing', reason: null },
    keepsEverything: true,
  })
  expect(isIndexing(state.index)).toBe(true)
  expect(isFull(state)).toBe(false)
})

test('the library is full by items or by text; without a maximum it is never full', () => {
  const full = (quota: object) => isFull(readStatus({ ...status, quota }))

  expect(full({ items: 20_000, items_max: 20_000, bytes: 0, bytes_max: 1000 })).toBe(true)
  expect(full({ items: 1, items_max: 20_000, bytes: 1000, bytes_max: 1000 })).toBe(true)
  expect(full({ items: 99_999, bytes: 99_999 })).toBe(false)
})

test('the switch sends its value and shows the saved one', async () => {
  const asked = answerWith(() => Response.json({ ...status, keep_everything: false }))

  const after = await setSaveEverything(true)

  expect(asked[0]).toMatchObject({ path: '/api/run/v1/library/settings', body: { keep_everything: true } })
  expect(after.keepsEverything).toBe(false)
})

test('a search covers one collection or all, and reports keyword-only results', async () => {
  const hit = { item: itemOf(1), content: 'The moon', from_page: 3, score: 0.5 }
  const asked = answerWith(() =>
    Response.json({ object: 'list', data: [hit, { content: 'no item' }], searched: 'text' }),
  )

  const found = await new QueryClient().fetchQuery(searchQuery('moon', 'harbour', false))
  await new QueryClient().fetchQuery(searchQuery('moon', null, false))

  expect(found).toEqual({
    hits: [{ item: itemOf(1), content: 'The moon', fromPage: 3, score: 0.5 }],
    wordsAlone: true,
  })
  expect(asked.map(({ body }) => body)).toEqual([
    { query: 'moon', top_k: 20, collections: ['harbour'] },
    { query: 'moon', top_k: 20 },
  ])
})

test('a search of an incomplete index is repeated when it is complete, and shows its passages until then', async () => {
  let hits: readonly object[] = [{ item: itemOf(1), content: 'The moon', from_page: 3, score: 0.5 }]
  const asked = answerWith(() => Response.json({ object: 'list', data: hits }))
  const client = new QueryClient()
  const observer = new QueryObserver(client, searchQuery('moon', null, true))
  onTestFinished(observer.subscribe(() => {}))
  await expect.poll(() => observer.getCurrentResult().data?.hits).toHaveLength(1)

  hits = [...hits, { item: itemOf(2), content: 'Tides', from_page: 1, score: 0.4 }]
  observer.setOptions(searchQuery('moon', null, false))

  expect(observer.getCurrentResult().data?.hits).toHaveLength(1)
  await expect.poll(() => observer.getCurrentResult().data?.hits).toHaveLength(2)
  expect(asked).toHaveLength(2)
  observer.setOptions(searchQuery('sun', null, false))
  expect(observer.getCurrentResult().data).toBeUndefined()
})

test('a search without passages says if the library is still indexing', () => {
  const gap = (index: object) => describeGap(readStatus({ ...status, index: { ...status.index, ...index } }))

  expect(gap({})).toBe(
    'No keyword matches so far. The library is still indexing (5 of 8 chunks); this search runs again when it is done.',
  )
  expect(gap({ state: 'waiting' })).toContain('local/x, which is unavailable')
  expect(gap({ state: 'ready', queued: 0 })).toBeNull()
})

test('an item has its pages, or a single page', async () => {
  const pages = [
    { page: 1, content: 'Moon' },
    { page: 4, content: 'Tides' },
  ]
  answerWith(({ path }) =>
    Response.json({ ...itemOf(1), text: 'Moon', page_texts: path.endsWith('paged') ? pages : [] }),
  )

  const [paged, plain] = await Promise.all([
    new QueryClient().fetchQuery(itemQuery('paged')),
    new QueryClient().fetchQuery(itemQuery('plain')),
  ])

  expect(paged.pages).toEqual(pages)
  expect(plain.pages).toEqual([{ page: 1, content: 'Moon' }])
})

test('a text is saved unchanged; a link is scraped and saved', async () => {
  const asked = answerWith(({ path }) =>
    path.endsWith('/web')
      ? Response.json({ data: {} }, { headers: { 'sextant-library': 'lib_web' } })
      : Response.json(itemOf(7)),
  )

  const added = await addEntry(
    { kind: 'text', title: 'T', content: { text: 'x' }, url: null, sha256: 'ab' },
    'harbour',
    calm(),
  )
  const link = await addEntry({ kind: 'link', url: 'https://example.com/' }, 'harbour', calm())

  expect(added).toBe(itemOf(7).id)
  expect(link).toBe('lib_web')
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ['/api/run/v1/library', { title: 'T', text: 'x', collection: 'harbour', sha256: 'ab' }],
    [
      '/api/run/v1/web',
      { model: 'scrape', params: { url: 'https://example.com/', formats: ['markdown'], library: 'harbour' } },
    ],
  ])
})
