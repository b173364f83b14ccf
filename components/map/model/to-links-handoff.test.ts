import { expect, test } from 'vitest'
import { linkTo } from './__fixtures__/map-links.ts'
import { toLinksHandoff, linksMax, toLinkEntries } from './to-links-handoff.ts'

test('links are sent with their URL, and as readable texts', () => {
  const handoff = toLinksHandoff(
    [
      linkTo('https://a.test/caf%C3%A9/men%C3%BC?day=1', { title: 'Speisekarte' }),
      linkTo('https://a.test/'),
      linkTo('https://a.test'),
      linkTo('https://a.test/%zz'),
    ],
    'run-1',
  )

  expect(handoff).toMatchObject({ kind: 'links', query: null, origin: { contract: 'map', runId: 'run-1' } })
  expect(handoff.items).toEqual([
    {
      text: '/café/menü?day=1 Speisekarte',
      title: 'Speisekarte',
      url: 'https://a.test/caf%C3%A9/men%C3%BC?day=1',
    },
    { text: 'a.test', url: 'https://a.test/' },
    { text: 'a.test', url: 'https://a.test' },
    { text: '/%zz', url: 'https://a.test/%zz' },
  ])
})

test('links become entries, up to the maximum per action', () => {
  const links = Array.from({ length: linksMax + 5 }, (_, index) => ({ url: `https://example.com/${index}` }))

  const entries = toLinkEntries(links)

  expect(entries).toHaveLength(linksMax)
  expect(entries[1]).toEqual({ kind: 'link', url: 'https://example.com/1' })
})
