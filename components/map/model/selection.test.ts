import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses } from './__fixtures__/addresses.ts'
import { linkTo, siteOf } from './__fixtures__/map-links.ts'
import { filterLinks } from './filter-links.ts'
import { noFilter } from './link-filter.ts'
import {
  choiceOf,
  chooseLinks,
  noSelection,
  selectedLinks,
  selectionWithin,
  selectShown,
  toggleBelow,
} from './selection.ts'
import { growSite } from './tree/site.ts'

const site = siteOf([
  'https://a.test/',
  'https://a.test/blog/one',
  'https://a.test/blog/two',
  'https://b.test/',
])
const { tree } = site
const [a = -1] = tree.children(-1)
const blog = tree.parent(tree.node(1))

test('a folder is selected with everything below it, and deselected again', () => {
  const chosen = toggleBelow(noSelection, tree, blog, null)

  expect(selectedLinks(chosen, [3, 2, 1, 0])).toEqual([2, 1])
  expect([choiceOf(chosen, tree, blog, null), choiceOf(chosen, tree, a, null)]).toEqual(['all', 'some'])
  expect(toggleBelow(chosen, tree, blog, null).count).toBe(0)
})

test('toggling a partially selected folder selects it completely', () => {
  const one = chooseLinks(noSelection, tree, [1], true)

  expect(choiceOf(one, tree, blog, null)).toBe('some')
  expect(selectedLinks(toggleBelow(one, tree, blog, null), [0, 1, 2, 3])).toEqual([1, 2])
})

test('a filter limits selection to its matches, and a folder is complete when all matches are selected', () => {
  const shown = filterLinks(site, { ...noFilter, query: 'one' })

  const chosen = toggleBelow(noSelection, tree, a, shown)

  expect(selectedLinks(chosen, [0, 1, 2, 3])).toEqual([1])
  expect(choiceOf(selectionWithin(chosen, tree, shown), tree, a, shown)).toBe('all')
  expect(choiceOf(chosen, tree, a, null)).toBe('some')
})

test('a hidden selection survives, and does not affect shown nodes', () => {
  const shown = filterLinks(site, { ...noFilter, query: 'one' })
  const two = chooseLinks(noSelection, tree, [2], true)

  expect(choiceOf(selectionWithin(two, tree, shown), tree, blog, shown)).toBe('none')
  expect(selectedLinks(toggleBelow(two, tree, a, shown), [0, 1, 2, 3])).toEqual([1, 2])
})

test('a complete folder becomes partial when more links arrive', () => {
  const growing = siteOf(['https://a.test/x'])
  const [host = -1] = growing.tree.children(-1)
  const all = selectShown(growing.tree, null)
  expect(choiceOf(all, growing.tree, host, null)).toBe('all')

  const grown = growSite(growing, [linkTo('https://a.test/y')])

  expect(choiceOf(all, grown.tree, host, null)).toBe('some')
  expect(selectedLinks(all, [0, 1])).toEqual([0])
})

test('after any toggles, each node has the correct count of selected links below it', () => {
  fc.assert(
    fc.property(addresses, fc.array(fc.nat(), { maxLength: 8 }), (urls, toggles) => {
      const { tree: each } = siteOf(urls)
      fc.pre(each.size > 0)

      const selection = toggles.reduce(
        (chosen, at) => toggleBelow(chosen, each, at % each.size, null),
        noSelection,
      )

      for (let node = 0; node < each.size; node += 1) {
        const below = each.markBelow(node)
        const links = urls.filter((_, link) => selection.mask[link] === 1 && below[each.node(link)] === 1)
        const wanted = links.length === 0 ? 'none' : links.length === each.count(node) ? 'all' : 'some'
        expect(choiceOf(selection, each, node, null)).toBe(wanted)
      }
    }),
  )
})
