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

test('the list goes on where the page before ended, until there are no more', async () => {
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

test('a filter is asked of the server, and only what is set of it', async () => {
  const asked = serve()

  await listAllItems({ collection: 'a&b', title: 'tide', state: 'failed' }, new AbortController().signal)

  const search = new URL(asked[0]?.path ?? '', 'http://localhost').searchParams
  expect(Object.fromEntries(search)).toEqual({ limit: '100', collection: 'a&b', q: 'tide', state: 'failed' })
})

test('every item that fits is found, however many pages that takes', async () => {
  serve()

  const all = await listAllItems(everything, new AbortController().signal)

  expect(all.map(({ title }) => title)).toEqual(['Item 1', 'Item 2'])
})

test('what was deleted is gone from the list before it is asked for again', () => {
  const data = {
    pageParams: [null],
    pages: [{ items: [itemOf(1), itemOf(2)], nextCursor: null }],
  }

  const left = withoutItems(data, new Set([itemOf(1).id]))

  expect(left?.pages[0]?.items).toEqual([itemOf(2)])
  expect(withoutItems(undefined, new Set())).toBeUndefined()
})
