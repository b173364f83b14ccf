import { expect, test } from 'vitest'
import type { MapLink } from './model/map-link.ts'
import { emptySite, growSite } from './model/tree/site.ts'
import { type LinkSort, sortLinks } from './sort-links.ts'

const link = (name: string, known: Partial<MapLink> = {}): MapLink => ({
  url: `https://a.example/${name}`,
  source: null,
  depth: null,
  lastmod: null,
  title: null,
  ...known,
})
const site = growSite(emptySite(), [
  link('b', { depth: 2, lastmod: '2024-05-01' }),
  link('a'),
  link('c', { depth: 1, lastmod: '2025-01-01T10:00:00Z' }),
])
const order = (sort: LinkSort) => {
  const rows = sortLinks(site, null, sort)
  return Array.from({ length: rows.count }, (_, index) => rows.keyAt(index))
}

test('the order of the map is kept, and reversed', () => {
  expect(order({ by: 'order', down: false })).toEqual([0, 1, 2])
  expect(order({ by: 'order', down: true })).toEqual([2, 1, 0])
})

test('unknown values come last, ascending and descending', () => {
  expect(order({ by: 'depth', down: false })).toEqual([2, 0, 1])
  expect(order({ by: 'depth', down: true })).toEqual([0, 2, 1])
  expect(order({ by: 'lastmod', down: true })).toEqual([2, 0, 1])
})

test('a row is found by its link, and an unlisted link has none', () => {
  const rows = sortLinks(site, null, { by: 'depth', down: false })
  expect(rows.indexOf(0)).toBe(1)
  expect(rows.indexOf(7)).toBe(-1)
  expect(rows.keyAt(3)).toBe(-1)
})
