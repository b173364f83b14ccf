import { expect, test } from 'vitest'
import { chunkOf, resultOf, startedRun, withEvents } from './__fixtures__/map-runs.ts'
import type { FoundMap } from './found-map.ts'
import { createMapReader } from './map-reader.ts'
import { linkOrder } from './tree/site.ts'

const [a, b, c] = ['https://a.test/', 'https://a.test/b', 'https://a.test/c']
const listed = ({ site }: FoundMap) => linkOrder(site).map(link => site.links[link]?.url)

test('links are available as they arrive, with the progress of the map', () => {
  const reader = createMapReader()

  const first = reader.read(withEvents([chunkOf([a])]))
  expect(listed(first)).toEqual([a])
  expect(first.progress).toEqual({ pages: 1, queued: 2, elapsedMs: 300 })
  expect(first.complete).toBe(false)

  const second = reader.read(withEvents([chunkOf([a]), chunkOf([b, a])]))
  expect(listed(second)).toEqual([a, b])
  expect(second.site.links[1]).toEqual({ url: b, source: 'page', depth: 1, lastmod: null, title: null })
  expect(second.linksPerSecond).toBe(10)
})

test('each event is parsed once', () => {
  const reader = createMapReader()
  reader.read(withEvents([chunkOf([a])]))

  const found = reader.read(withEvents(['not read again', chunkOf([b])]))

  expect(listed(found)).toEqual([a, b])
})

test('the complete response sets order, titles and reason, and link numbers stay', () => {
  const reader = createMapReader()
  const before = reader.read(withEvents([chunkOf([a, b])]))
  const nodes = [before.site.tree.node(0), before.site.tree.node(1)]

  const found = reader.read(withEvents([chunkOf([a, b]), resultOf([b, a]), '[DONE]']))

  expect(listed(found)).toEqual([b, a])
  expect(found.site.links.map(({ title }) => title)).toEqual([`Title of ${a}`, `Title of ${b}`])
  expect([found.site.tree.node(0), found.site.tree.node(1)]).toEqual(nodes)
  expect(found).toMatchObject({ complete: true, stopped: 'limit', sitemaps: ['https://a.test/sitemap.xml'] })
})

test('links added by the complete response get the next numbers, and the others keep theirs', () => {
  const reader = createMapReader()
  const { site } = reader.read(withEvents([chunkOf([a, b])]))

  const found = reader.read(withEvents([chunkOf([a, b]), resultOf([c, b, a])]))

  expect(listed(found)).toEqual([c, b, a])
  expect(found.site.indexByUrl).toBe(site.indexByUrl)
  expect(found.site.links.map(({ url }) => url)).toEqual([a, b, c])
})

test('links only in the complete response come last, whatever their position there: no number changes', () => {
  const reader = createMapReader()
  const before = reader.read(withEvents([chunkOf([a, b])]))
  const { indexByUrl: positions } = before.site

  const found = reader.read(withEvents([chunkOf([a, b]), resultOf([a, c, b])]))

  expect(listed(found)).toEqual([a, c, b])
  expect(found.site.links.map(({ url }) => url)).toEqual([a, b, c])
  expect(found.site.indexByUrl).toBe(positions)
  expect(found.site.tree.linkCount).toBe(3)
})

test('links missing in the complete response are removed', () => {
  const found = createMapReader().read(withEvents([chunkOf([a, b, c]), resultOf([c, a])]))

  expect(listed(found)).toEqual([c, a])
  expect(found.site.tree.linkCount).toBe(2)
})

test('a plain response, or one without details, is a map too', () => {
  const body = JSON.stringify({ success: true, links: [b, a] })
  const run = { ...startedRun, state: 'done' as const, response: { status: 200, headers: {}, body } }

  const found = createMapReader().read(run)

  expect(listed(found)).toEqual([b, a])
  expect(found.site.links[0]).toEqual({ url: b, source: null, depth: null, lastmod: null, title: null })
  expect(found).toMatchObject({ complete: true, stopped: null, sitemaps: null, progress: null })
})

test('a plain response is parsed once, however often its run is read', () => {
  const reader = createMapReader()
  const body = JSON.stringify({ success: true, links: [a] })
  const run = { ...startedRun, response: { status: 200, headers: {}, body } }

  expect(reader.read(run)).toBe(reader.read({ ...run, state: 'done' }))
})

test('values that violate the contract are dropped', () => {
  const strange = [
    {
      object: 'map.chunk',
      links: [1, null, a],
      details: [{ url: b }, {}, { url: a, source: 'moon', depth: '1' }],
    },
    { object: 'map.chunk', links: 'https://a.test/c', progress: { pages: 'many' } },
    { object: 'else', links: [c] },
    '{',
    'null',
  ]

  const found = createMapReader().read(withEvents(strange))

  expect(found.site.links).toEqual([{ url: a, source: null, depth: null, lastmod: null, title: null }])
  expect(found.progress).toBeNull()
})

test('an error body gives no map', () => {
  const body = JSON.stringify({ success: false, error: 'No such host.' })

  const found = createMapReader().read({ ...startedRun, response: { status: 502, headers: {}, body } })

  expect(found).toMatchObject({ complete: false })
  expect(found.site.links).toEqual([])
})
