import { expect, test } from 'vitest'
import { itemOf } from './__fixtures__/items.ts'
import { toItemHandoff } from './to-item-handoff.ts'

const pages = [
  { page: 1, content: 'Moon' },
  { page: 2, content: 'Tides' },
]
const origin = 'http://localhost:3000'

test('each page has its number in the title and its library URL', () => {
  const item = itemOf(1, { title: 'Almanac' })

  expect(toItemHandoff({ item, text: '', pages }, origin)).toEqual([
    { text: 'Moon', title: 'Almanac, page 1', url: `${origin}/library/${item.id}#page=1` },
    { text: 'Tides', title: 'Almanac, page 2', url: `${origin}/library/${item.id}#page=2` },
  ])
})

test('an item with a URL keeps it, and a single page has no number', () => {
  const item = itemOf(1, { title: 'Almanac', url: 'https://example.com/' })

  expect(toItemHandoff({ item, text: '', pages: pages.slice(0, 1) }, origin)).toEqual([
    { text: 'Moon', title: 'Almanac', url: 'https://example.com/' },
  ])
})
