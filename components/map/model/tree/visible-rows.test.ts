import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses } from '#components/map/model/__fixtures__/addresses.ts'
import { siteOf } from '#components/map/model/__fixtures__/map-links.ts'
import { allOpen, closed, isOpen, openTo, reveal, setOpen } from './expansion.ts'
import { filterLinks } from '#components/map/model/filter-links.ts'
import { findRow } from './find-row.ts'
import { noFilter } from '#components/map/model/link-filter.ts'
import type { SiteTree } from './site-tree.ts'
import { visibleRows, type VisibleRows } from './visible-rows.ts'

const { tree } = siteOf([
  'https://a.test/blog/one',
  'https://a.test/blog/two',
  'https://a.test/about',
  'https://b.test/',
])

const listRows = (rows: VisibleRows, of: SiteTree = tree) =>
  Array.from({ length: rows.length }, (_, at) => rows.row(at, of)).filter(row => row !== null)
const labels = (rows: VisibleRows) => listRows(rows).map(({ node }) => tree.label(node))

test('rows are in tree order, as far as it is expanded', () => {
  expect(labels(visibleRows(tree, closed, null))).toEqual(['a.test', 'b.test'])
  expect(labels(visibleRows(tree, openTo(1), null))).toEqual(['a.test', 'about', 'blog', 'b.test'])
  expect(labels(visibleRows(tree, allOpen, null))).toEqual([
    'a.test',
    'about',
    'blog',
    'one',
    'two',
    'b.test',
  ])
})

test('a row has its level, its position among siblings, and whether it can be expanded', () => {
  const rows = visibleRows(tree, openTo(1), null)

  expect(listRows(rows).map(({ node: _, ...row }) => row)).toEqual([
    { level: 1, posInSet: 1, setSize: 2, open: true },
    { level: 2, posInSet: 1, setSize: 2, open: null },
    { level: 2, posInSet: 2, setSize: 2, open: false },
    { level: 1, posInSet: 2, setSize: 2, open: null },
  ])
})

test('one folder can be collapsed in an expanded tree or expanded in a collapsed one, and ancestors can be revealed', () => {
  const blog = tree.parent(tree.node(0))

  expect(labels(visibleRows(tree, setOpen(allOpen, tree, blog, false), null))).not.toContain('one')
  expect(isOpen(setOpen(setOpen(closed, tree, blog, true), tree, blog, false), tree, blog)).toBe(false)
  expect(labels(visibleRows(tree, reveal(closed, tree, tree.node(0)), null))).toContain('one')
})

test('with a filter only matches have rows, and a page without matching children cannot be expanded', () => {
  const nested = siteOf(['https://a.test/p', 'https://a.test/p/q'])
  const { nodeCounts } = filterLinks(nested, { ...noFilter, query: '!q' })

  const rows = listRows(visibleRows(nested.tree, allOpen, nodeCounts), nested.tree)

  expect(rows.map(({ node, open }) => [nested.tree.label(node), open])).toEqual([
    ['a.test', true],
    ['p', null],
  ])
})

test('the rows of an expanded tree are its nodes, and with a filter the matches and their ancestors', () => {
  fc.assert(
    fc.property(addresses, fc.constantFrom('', 'a', 'page', '!b', '*.pdf'), (urls, query) => {
      const site = siteOf(urls)
      const matches = filterLinks(site, { ...noFilter, query })

      const rows = listRows(visibleRows(site.tree, allOpen, matches.nodeCounts), site.tree)

      const wanted = new Set<number>()
      for (const [link, shown] of matches.mask.entries()) {
        if (shown === 0) continue
        for (let node = site.tree.node(link); node !== -1; node = site.tree.parent(node)) wanted.add(node)
      }
      expect(new Set(rows.map(({ node }) => node))).toEqual(wanted)
      expect(rows).toHaveLength(wanted.size)
      for (const { node, posInSet, setSize } of rows) {
        const siblings = rows.filter(row => site.tree.parent(row.node) === site.tree.parent(node))
        expect(setSize).toBe(siblings.length)
        expect(siblings[posInSet - 1]?.node).toBe(node)
      }
    }),
  )
})

test('type-ahead finds the next name with that prefix, repeats for the same letter, and wraps around', () => {
  const rows = visibleRows(tree, openTo(1), null)

  expect(findRow(rows, tree, 'b', 0)).toBe(2)
  expect(findRow(rows, tree, 'b', 2)).toBe(3)
  expect(findRow(rows, tree, 'b', 3)).toBe(2)
  expect(findRow(rows, tree, 'BL', 2)).toBe(2)
  expect(findRow(rows, tree, 'zz', 0)).toBe(-1)
})
