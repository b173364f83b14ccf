import { expect, test } from 'vitest'
import { linkTo } from './__fixtures__/map-links.ts'
import { ageBuckets, toLinkAge } from './link-age.ts'
import { measureLinks } from './measure-links.ts'

const now = Date.parse('2026-07-01T12:00:00Z')

test.each([
  ['2026-07-01', 'a day'],
  ['2026-07-01T23:00:00+02:00', 'a day'],
  ['2026-06-26', 'a week'],
  ['2026-06-10T08:00Z', 'a month'],
  ['2026', 'a year'],
  ['2024-02', 'five years'],
  [' 1999-01-01 ', 'older'],
])('%s is not older than %s', (lastmod, label) => {
  expect(ageBuckets[toLinkAge(lastmod, now)?.bucket ?? -1]?.label).toBe(label)
})

test.each([null, '', 'today', '2026-07-04', '2026-02-31x', '0', '2024-00-01'])('%s is no age', lastmod => {
  expect(toLinkAge(lastmod, now)).toBeNull()
})

test('the later the change the warmer', () => {
  const heats = ['2026-07-01', '2026-06-20', '2026-01-01', '2020-01-01', '2000-01-01'].map(
    lastmod => toLinkAge(lastmod, now)?.heat ?? -1,
  )

  expect(heats).toEqual(heats.toSorted((a, b) => b - a))
  expect([heats[0], heats.at(-1)].map(heat => Math.round((heat ?? 0) * 10))).toEqual([10, 0])
})

test('links are counted by depth and age, and what was not told is not counted', () => {
  const links = [
    linkTo('https://a.test/', { depth: 0, lastmod: '2026-07-01' }),
    linkTo('https://a.test/a', { depth: 2, lastmod: '2026-07-01' }),
    linkTo('https://a.test/b', { depth: 2, lastmod: 'x' }),
    linkTo('https://a.test/c', { depth: 1e9 }),
    linkTo('https://a.test/d'),
  ]

  expect(measureLinks(links, now)).toEqual({ depths: [1, 0, 2], ages: [2, 0, 0, 0, 0, 0], undated: 3 })
})
