import { expect, test } from 'vitest'
import { toggleLinks } from './toggle-links.ts'

test('links are selected together, and deselected once all are selected; others stay', () => {
  const some = new Set(['a', 'x'])

  const all = toggleLinks(some, ['a', 'b'])
  const none = toggleLinks(all, ['a', 'b'])

  expect([...all]).toEqual(['a', 'x', 'b'])
  expect([...none]).toEqual(['x'])
  expect([...some]).toEqual(['a', 'x'])
})

test('toggling 300,000 links of a page is linear in time', () => {
  const links = Array.from({ length: 300_000 }, (_, at) => `https://a.example/${at}`)

  const all = toggleLinks(new Set(links.slice(0, 150_000)), links)

  expect(all.size).toBe(300_000)
  expect(toggleLinks(all, links).size).toBe(0)
})
