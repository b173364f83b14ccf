import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith } from './__fixtures__/console.ts'
import { itemOf } from './__fixtures__/items.ts'
import { itemsQuery, listAllItems, withoutItems } from './list-items.ts'

afterEach(() => vi.unstubAllGlobals())
const everything = { collection: null, title: '', state: null }
const pages: Readonly<Record<string, { data: unknown[]; next_cursor: string | null }>> = {
  '': { data: [itemOf(1), { title: 'no id' }], next_cursor: 'two' },
  two: { data: [itemOf(2)], next_cursor: null },
}
const cursorOf = (path: string) => new URL(path, 'http://localhost').searchParams.get('cursor') ?? ''
const serve = () => answerWith(({ path }) => Response.json({ object: 'list', ...pages[cursorOf(path)] }))

test('the list loads page after page until the last one', async () => {
  const asked = serve()
  const list = new InfiniteQueryObserver(new QueryClient(), itemsQuery(everything))

  const first = await list.fetchNextPage()
  const second = await list.fetchNextPage()

  expect(first.hasNextPage).toBe(true)
  expect(second.hasNextPage).toBe(false)
  expect(second.data?.pages.map(({ items }) => items.map(({ id }) => id))).toEqual([
    [itemOf(1).id],
    [itemOf(2).id],
  ])
  expect(asked.map(({ path }) => cursorOf(path))).toEqual(['', 'two'])
})

test('only the filters that are set are sent', async () => {
  const asked = serve()

  await listAllItems({ collection: 'a&b', title: 'tide', state: 'failed' }, new AbortController().signal)

  const search = new URL(asked[0]?.path ?? '', 'http://localhost').searchParams
  expect(Object.fromEntries(search)).toEqual({ limit: '100', collection: 'a&b', q: 'tide', state: 'failed' })
})

test('all matching items are listed across pages', async () => {
  serve()

  const all = await listAllItems(everything, new AbortController().signal)

  expect(all.map(({ title }) => title)).toEqual(['Item 1', 'Item 2'])
})

test('deleted items disappear from the list before it is refetched', () => {
  const data = {
    pageParams: [null],
    pages: [{ items: [itemOf(1), itemOf(2)], nextCursor: null }],
  }

  const left = withoutItems(data, new Set([itemOf(1).id]))

  expect(left?.pages[0]?.items).toEqual([itemOf(2)])
  expect(withoutItems(undefined, new Set())).toBeUndefined()
})
