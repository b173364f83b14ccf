import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses } from './__fixtures__/addresses.ts'
import { linkTo } from './__fixtures__/map-links.ts'
import { diffMaps, diffCaution } from './diff-maps.ts'
import type { MapLink } from './map-link.ts'
import { type FoundMap, nothingFound } from './found-map.ts'

const urlsOf = (links: readonly MapLink[]) => links.map(({ url }) => url)
const diffUrls = (before: readonly string[], after: readonly string[]) =>
  diffMaps(
    before.map(url => linkTo(url)),
    after.map(url => linkTo(url)),
  )

test('links are added, removed or in both maps', () => {
  const { added, gone, moved, same } = diffUrls(
    ['https://a.test/x', 'https://a.test/y'],
    ['https://a.test/y', 'https://a.test/z'],
  )

  expect([urlsOf(added), urlsOf(gone), moved, same]).toEqual([
    ['https://a.test/z'],
    ['https://a.test/x'],
    [],
    1,
  ])
})

test('a page with another scheme, host, folder or name has moved', () => {
  const before = [
    linkTo('http://a.test/one'),
    linkTo('https://a.test/old/two'),
    linkTo('https://a.test/draft', { title: 'Third' }),
  ]
  const after = [
    linkTo('https://a.test/new/two'),
    linkTo('https://a.test/final', { title: 'Third' }),
    linkTo('https://www.a.test/one'),
  ]

  const { moved, added, gone } = diffMaps(before, after)

  expect([added, gone]).toEqual([[], []])
  expect(moved.map(({ from, to, by }) => [from.url, to.url, by])).toEqual([
    ['http://a.test/one', 'https://www.a.test/one', 'host'],
    ['https://a.test/draft', 'https://a.test/final', 'title'],
    ['https://a.test/old/two', 'https://a.test/new/two', 'name'],
  ])
})

test('a name or title shared by several pages does not identify a move', () => {
  const { moved, added, gone } = diffUrls(
    ['https://a.test/a/index.html', 'https://a.test/b/index.html'],
    ['https://a.test/c/index.html', 'https://a.test/d/index.html'],
  )

  expect(moved).toEqual([])
  expect([added.length, gone.length]).toEqual([2, 2])
})

test('each link of either map is in exactly one of the lists', () => {
  fc.assert(
    fc.property(addresses, addresses, (before, after) => {
      const { added, gone, moved, same } = diffUrls(before, after)

      const [inBefore, inAfter] = [new Set(before), new Set(after)]
      const left = [...urlsOf(gone), ...moved.map(({ from }) => from.url)]
      const arrived = [...urlsOf(added), ...moved.map(({ to }) => to.url)]
      expect(left.toSorted()).toEqual(before.filter(url => !inAfter.has(url)).toSorted())
      expect(arrived.toSorted()).toEqual(after.filter(url => !inBefore.has(url)).toSorted())
      expect(same).toBe(before.filter(url => inAfter.has(url)).length)
    }),
  )
})

test('a map has no difference from itself', () => {
  fc.assert(
    fc.property(addresses, urls => {
      expect(diffUrls(urls, urls.toReversed())).toEqual({ added: [], gone: [], moved: [], same: urls.length })
    }),
  )
})

const whole: FoundMap = { ...nothingFound(), complete: true, stopped: 'done' }
const cut: FoundMap = { ...whole, stopped: 'pages' }
const stoppedByHand: FoundMap = { ...nothingFound(), complete: false }
const silent: FoundMap = { ...whole, stopped: null }

test('two complete maps differ by their changes only', () => {
  expect(diffCaution(whole, whole, false)).toBeNull()
  expect(diffCaution(silent, whole, false)).toBeNull()
  expect(diffCaution(null, cut, false)).toBeNull()
})

test('a map that ended early is named', () => {
  expect(diffCaution(cut, whole, false)).toMatch(/^The earlier map ended early/)
  expect(diffCaution(whole, stoppedByHand, false)).toMatch(/^This map ended early/)
  expect(diffCaution(cut, cut, false)).toMatch(/^Both maps ended early/)
})

test('a running map is the reason itself', () => {
  expect(diffCaution(cut, stoppedByHand, true)).toMatch(/still running/)
})
