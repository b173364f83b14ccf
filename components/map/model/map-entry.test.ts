import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toStoredEntry } from '#components/playground/history/model/history-entry.ts'
import type { Run } from '#lib/client/run.ts'
import { addresses } from './__fixtures__/addresses.ts'
import { linkTo } from './__fixtures__/map-links.ts'
import { chunkOf, resultOf, withEvents } from './__fixtures__/map-runs.ts'
import { nothingFound, type FoundMap } from './found-map.ts'
import { openMapEntry, readMapEntry, toMapEntry, readSavedMap, writeSavedMap } from './map-entry.ts'
import { createMapReader } from './map-reader.ts'
import { emptyMap, type MapState } from './map-state.ts'
import { linkSources } from './map-link.ts'
import { emptySite, growSite, linkOrder } from './tree/site.ts'

const entry = { id: 'entry-1', createdAt: 5 }
const listed = ({ site }: FoundMap) => linkOrder(site).map(link => site.links[link])

function ranWith(urls: readonly string[]): MapState {
  const run: Run = { ...withEvents([chunkOf(urls), resultOf(urls.toReversed()), '[DONE]']), state: 'done' }
  return { ...emptyMap({ url: 'edited' }), run, found: createMapReader().read(run), entry }
}

test('a map is restored from the history with its links, their order, and the request', () => {
  const state = ranWith(['https://a.test/', 'https://a.test/b'])

  const opened = openMapEntry(toStoredEntry(toMapEntry(state, entry)))

  expect(listed(opened.found)).toEqual(listed(state.found))
  expect(opened).toMatchObject({ entry, restored: true, run: { id: 'run-1' }, found: { stopped: 'limit' } })
  expect(opened.body).toEqual({ url: 'https://a.test', stream: true, details: true })
})

test("a map whose events exceed the history's limit is restored completely", () => {
  const state = ranWith(Array.from({ length: 8000 }, (_, at) => `https://a.test/folder/page-${at}`))

  const stored = toStoredEntry(toMapEntry(state, entry))

  expect(stored.runs[0]?.cut).toBe(true)
  expect(listed(readMapEntry(stored))).toEqual(listed(state.found))
  expect(readMapEntry(stored)).toMatchObject({ complete: true, sitemaps: ['https://a.test/sitemap.xml'] })
})

test('a small map is stored once', () => {
  expect(toMapEntry(ranWith(['https://a.test/']), entry).view).toBeUndefined()
})

test('link details are stored with the links', () => {
  const part = fc.option(fc.string({ minLength: 1 }).map(text => text.replace(/[\t\r\n]+/g, ' ')))
  const details = fc.record({
    source: fc.constantFrom(null, ...linkSources),
    depth: fc.option(fc.nat()),
    lastmod: part,
    title: part,
  })
  fc.assert(
    fc.property(addresses, fc.infiniteStream(details), (urls, stream) => {
      const links = urls.map(url => linkTo(url, stream.next().value))
      const found = { ...nothingFound(), site: growSite(emptySite(), links) }

      const read = readSavedMap(structuredClone(writeSavedMap(found)))

      expect(read && listed(read)).toEqual(links)
    }),
  )
})

test('an invalid stored map gives null', () => {
  expect([null, 'x', {}, { links: 1 }].map(readSavedMap)).toEqual([null, null, null, null])
})
