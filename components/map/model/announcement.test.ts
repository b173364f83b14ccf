import { expect, test } from 'vitest'
import { nothingFound, type FoundMap } from './found-map.ts'
import { emptySite, growSite } from './tree/site.ts'
import type { Run } from '#lib/client/run.ts'
import { toMapAnnouncement } from './announcement.ts'

const run: Run = {
  id: 'run-1',
  state: 'running',
  request: { method: 'POST', path: '/v1/map', body: '{}' },
  response: null,
  events: [],
  timing: { startedAt: 1, firstMs: null, totalMs: null },
  failure: null,
}
const links = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    url: `https://a.example/${index}`,
    source: null,
    depth: null,
    lastmod: null,
    title: null,
  }))
const withLinks = (count: number): FoundMap => ({
  ...nothingFound(),
  site: growSite(emptySite(), links(count)),
})

test('a running map announces its number of links', () => {
  expect(toMapAnnouncement(run, withLinks(0))).toBe('Mapping started')
  expect(toMapAnnouncement(run, withLinks(1204))).toBe('Mapping: 1,204 links')
})

test('the end announces count, duration, and the reason when there is more to find', () => {
  const done: Run = { ...run, state: 'done', timing: { startedAt: 1, firstMs: 1, totalMs: 1900 } }
  expect(toMapAnnouncement(done, { ...withLinks(1), stopped: 'done' })).toBe('Done: 1 link, 1.9 s.')
  expect(toMapAnnouncement(done, { ...withLinks(5), stopped: 'limit' })).toBe(
    'Done: 5 links, 1.9 s. Link limit reached: the site has more links.',
  )
})

test('Stop and failure announce the links found so far', () => {
  expect(toMapAnnouncement({ ...run, state: 'stopped' }, withLinks(3))).toBe('Stopped: 3 links')
  expect(toMapAnnouncement({ ...run, state: 'failed', failure: { kind: 'offline' } }, withLinks(3))).toBe(
    'Failed: you are offline. 3 links found so far.',
  )
})
