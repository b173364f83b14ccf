import robotsParser from 'robots-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses } from './__fixtures__/addresses.ts'
import { siteOf } from './__fixtures__/map-links.ts'
import { splitAddress } from './split-address.ts'
import { toRobotsRules } from './to-robots-rules.ts'

const site = siteOf([
  'https://a.test/',
  'https://a.test/blog',
  'https://a.test/blog/one',
  'https://a.test/blog/two?page=1#top',
  'https://a.test/cost$/a*b',
  'https://b.test:81/x/',
  'https://b.test:81/x/y',
])
const pick = (...positions: readonly number[]) => positions.flatMap(at => site.links[at] ?? [])

test('a page becomes a rule for itself only, in the group of its host', () => {
  expect(toRobotsRules(pick(2, 6), site)).toBe(
    '# a.test\nUser-agent: *\nDisallow: /blog/one$\n\n# b.test:81\nUser-agent: *\nDisallow: /x/y$\n',
  )
})

test('a completely selected folder becomes one rule', () => {
  expect(toRobotsRules(pick(1, 2, 3, 5, 6), site)).toBe(
    '# a.test\nUser-agent: *\nDisallow: /blog/\nDisallow: /blog$\n\n# b.test:81\nUser-agent: *\nDisallow: /\n',
  )
})

test('pattern characters of robots.txt are escaped', () => {
  expect(toRobotsRules(pick(4), site)).toContain('Disallow: /cost%24/\n')
  expect(toRobotsRules(pick(3), site)).toContain('Disallow: /blog/two?page=1$\n')
})

test('a parser disallows each selected URL, and nothing in an unselected folder', () => {
  fc.assert(
    fc.property(addresses, fc.infiniteStream(fc.boolean()), (urls, stream) => {
      // The parser ignores a question mark without a query.
      const each = siteOf(urls.filter(url => !url.endsWith('?')))
      const chosen = each.links.filter(() => stream.next().value === true)

      const groups = toRobotsRules(chosen, each).split('\n\n')

      const rules = new Map(groups.map(group => [/^# (.*)/.exec(group)?.[1], group]))
      for (const { url } of each.links) {
        const { scheme, host } = splitAddress(url)
        const robots = robotsParser(`${scheme}//${host}/robots.txt`, rules.get(host) ?? '')
        const wanted = chosen.some(link => isSamePath(link.url, url))
        expect(robots.isDisallowed(url, 'x') ?? false).toBe(wanted)
      }
    }),
  )
})

/** Parts that robots.txt does not distinguish: scheme and fragment. */
function isSamePath(one: string, other: string): boolean {
  const [a, b] = [splitAddress(one), splitAddress(other)]
  return (
    a.host === b.host && (a.path || '/') === (b.path || '/') && a.rest.split('#')[0] === b.rest.split('#')[0]
  )
}
