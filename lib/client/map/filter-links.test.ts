import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses } from './__fixtures__/addresses.ts'
import { linkTo, siteOf } from './__fixtures__/map-links.ts'
import { filterLinks, type Matches } from './filter-links.ts'
import { type LinkFilter, noFilter } from './link-filter.ts'
import { linkSources } from './map-link.ts'
import { emptySite, growSite, type Site } from './site.ts'

const site = siteOf([
  'https://a.test/',
  'https://a.test/blog/one',
  'https://a.test/blog/two.pdf',
  'https://b.test/blog/three?page=2',
])

function shown(filter: Partial<LinkFilter>, of: Site = site): readonly string[] {
  const { mask } = filterLinks(of, { ...noFilter, ...filter })
  return of.links.flatMap(({ url }, link) => (mask[link] === 1 ? [url.replace('https://', '')] : []))
}

test('words have to occur, each of them, in whatever case', () => {
  expect(shown({ query: 'BLOG a.test' })).toEqual(['a.test/blog/one', 'a.test/blog/two.pdf'])
  expect(shown({ query: 'https://a.test/blog/one' })).toEqual(['a.test/blog/one'])
})

test('a title counts as well, and what is encoded is found as people write it', () => {
  const titled = growSite(emptySite(), [
    linkTo('https://a.test/1', { title: 'Größe wählen' }),
    linkTo('https://a.test/%E6%97%A5%E6%9C%AC'),
  ])

  expect(shown({ query: 'GRÖSSE' }, titled)).toEqual([])
  expect(shown({ query: 'größe' }, titled)).toEqual(['a.test/1'])
  expect(shown({ query: '日本' }, titled)).toEqual(['a.test/%E6%97%A5%E6%9C%AC'])
})

test('letters may lie apart where no word occurs as it stands, and that is said', () => {
  expect(filterLinks(site, { ...noFilter, query: 'blog' })).toMatchObject({ count: 3, fuzzy: false })
  expect(filterLinks(site, { ...noFilter, query: 'bgtwo' })).toMatchObject({ count: 1, fuzzy: true })
})

test('patterns choose, and with ! they leave out', () => {
  expect(shown({ query: '/blog/** !*.pdf' })).toEqual(['a.test/blog/one', 'b.test/blog/three?page=2'])
  expect(shown({ query: '*.pdf **/three' })).toEqual(['a.test/blog/two.pdf', 'b.test/blog/three?page=2'])
  expect(shown({ query: '!blog !' })).toEqual(['a.test/'])
})

test('what has a query can be left out', () => {
  expect(shown({ query: 'blog', parameters: false })).toEqual(['a.test/blog/one', 'a.test/blog/two.pdf'])
})

test('hosts and sources can be chosen, and each choice is counted with all the others as they are', () => {
  const matches = filterLinks(site, {
    ...noFilter,
    query: 'blog',
    hosts: new Set(['a.test']),
    sources: new Set(['page', 'crawl']),
  })

  expect(matches.count).toBe(2)
  expect(matches.facets).toEqual({
    hosts: [
      { host: 'a.test', count: 2 },
      { host: 'b.test', count: 0 },
    ],
    sources: { sitemap: 0, page: 1, crawl: 1 },
    withParameters: 0,
    withoutParameters: 2,
  })
})

const filters: fc.Arbitrary<LinkFilter> = fc.record({
  query: fc.constantFrom(
    '',
    'a',
    'a !b',
    'p10',
    '/a/** !*.pdf',
    '*page* !10',
    'zzz',
    'b.test:8080/**',
    'x=1',
  ),
  parameters: fc.boolean(),
  hosts: fc.constantFrom(null, new Set(['a.test']), new Set(['a.test', 'b.test:8080'])),
  sources: fc.constantFrom(null, new Set(['page' as const]), new Set(linkSources)),
})

test('counts agree with each other and with the links that are shown', () => {
  fc.assert(
    fc.property(addresses, filters, (urls, filter) => {
      const grown = siteOf(urls)

      const { mask, count, facets, nodeCounts } = filterLinks(grown, filter)

      const marked = mask.reduce((sum, mark) => sum + mark, 0)
      const roots = grown.tree.children(-1).reduce((sum, host) => sum + (nodeCounts[host] ?? 0), 0)
      const inHosts = facets.hosts.filter(({ host }) => filter.hosts?.has(host) ?? true)
      expect([marked, roots]).toEqual([count, count])
      expect(inHosts.reduce((sum, each) => sum + each.count, 0)).toBe(count)
      expect(
        linkSources.reduce(
          (sum, source) => sum + (filter.sources?.has(source) === false ? 0 : facets.sources[source]),
          0,
        ),
      ).toBe(count)
      expect(facets.withoutParameters + (filter.parameters ? facets.withParameters : 0)).toBe(count)
    }),
  )
})

test('while a site grows, what was known and what is new make what the whole gives', () => {
  fc.assert(
    fc.property(addresses, fc.nat(), filters, (urls, cut, filter) => {
      const all = siteOf(urls).links
      const at = cut % (urls.length + 1)

      const begun = growSite(emptySite(), all.slice(0, at))
      const first = filterLinks(begun, filter)
      const grown = filterLinks(growSite(begun, all.slice(at)), filter, first)

      expect(toComparable(grown)).toEqual(toComparable(filterLinks(siteOf(urls), filter)))
    }),
  )
})

function toComparable({ mask, nodeCounts, ...rest }: Matches) {
  return { ...rest, mask: [...mask], nodeCounts: [...nodeCounts] }
}
