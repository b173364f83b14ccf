import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses } from './__fixtures__/addresses.ts'
import { linkTo, siteOf } from './__fixtures__/map-links.ts'
import { filterLinks, type Matches, matchGlob, parseGlob, matchWildcards } from './filter-links.ts'
import { type LinkFilter, noFilter } from './link-filter.ts'
import { linkSources } from './map-link.ts'
import { emptySite, growSite, type Site } from './tree/site.ts'
import { emptyIndex, growIndex } from './link-index.ts'

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

test('all words must occur, ignoring case', () => {
  expect(shown({ query: 'BLOG a.test' })).toEqual(['a.test/blog/one', 'a.test/blog/two.pdf'])
  expect(shown({ query: 'https://a.test/blog/one' })).toEqual(['a.test/blog/one'])
})

test('titles match too, and encoded URLs match in decoded form', () => {
  const titled = growSite(emptySite(), [
    linkTo('https://a.test/1', { title: 'Größe wählen' }),
    linkTo('https://a.test/%E6%97%A5%E6%9C%AC'),
  ])

  expect(shown({ query: 'GRÖSSE' }, titled)).toEqual([])
  expect(shown({ query: 'größe' }, titled)).toEqual(['a.test/1'])
  expect(shown({ query: '日本' }, titled)).toEqual(['a.test/%E6%97%A5%E6%9C%AC'])
})

test('fuzzy matching applies when no exact word match exists, and is reported', () => {
  expect(filterLinks(site, { ...noFilter, query: 'blog' })).toMatchObject({ count: 3, fuzzy: false })
  expect(filterLinks(site, { ...noFilter, query: 'bgtwo' })).toMatchObject({ count: 1, fuzzy: true })
})

test('patterns include, and with ! exclude', () => {
  expect(shown({ query: '/blog/** !*.pdf' })).toEqual(['a.test/blog/one', 'b.test/blog/three?page=2'])
  expect(shown({ query: '*.pdf **/three' })).toEqual(['a.test/blog/two.pdf', 'b.test/blog/three?page=2'])
  expect(shown({ query: '!blog !' })).toEqual(['a.test/'])
})

test('links with a query string can be excluded', () => {
  expect(shown({ query: 'blog', parameters: false })).toEqual(['a.test/blog/one', 'a.test/blog/two.pdf'])
})

test('hosts and sources can be selected, and each choice is counted with the other filters applied', () => {
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

test('counts agree with each other and with the shown links', () => {
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

test('filtering a growing site incrementally equals filtering it as a whole', () => {
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

test.each([
  ['/blog/**', 'https://a.test/blog/one/two', true],
  ['/blog/**', 'https://a.test/blog', true],
  ['/blog/**', 'https://a.test/blog/', true],
  ['/blog/**', 'https://a.test/blogs/one', false],
  ['/blog/*', 'https://a.test/blog/one/two', false],
  ['blog/*', 'https://a.test/blog/one', true],
  ['*.pdf', 'https://a.test/deep/down/Paper.PDF', true],
  ['*.pdf', 'https://a.test/paper.pdf?download=1', true],
  ['*.pdf', 'https://a.test/paper.pdf/about', false],
  ['**/archive/**', 'https://a.test/x/archive/y', true],
  ['/a/**/z', 'https://a.test/a/z', true],
  ['docs.a.test/**', 'https://docs.a.test/x', true],
  ['docs.a.test/**', 'https://docs.a.test', true],
  ['docs.a.test/**', 'https://a.test/docs.a.test/x', false],
  ['*.a.test/api/*', 'https://docs.a.test/api/x', true],
  ['https://a.test/*', 'http://a.test/x', true],
  ['localhost:8080/*', 'http://localhost:8080/x', true],
  ['/search?q=*', 'https://a.test/search?q=b', true],
  ['/search?q=*', 'https://a.test/search', false],
  ['/café/*', 'https://a.test/caf%C3%A9/x', true],
])('%s on %s is %s', (pattern, url, matched) => {
  const index = emptyIndex()
  growIndex(index, [linkTo(url)])
  const subject = {
    host: index.hosts[0] ?? '',
    path: index.paths[0] ?? '',
    query: index.queries[0] ?? '',
  }

  expect(matchGlob(parseGlob(pattern), subject)).toBe(matched)
})

test.each([
  ['/blog/*', '/blog/a', true],
  ['/blog/*', '/blog/a/b', false],
  ['/blog/**', '/blog/a/b', true],
  ['/blog/**', '/blogs', false],
  ['/a/**/b', '/a/b', true],
  ['/a/**/b', '/a/x/y/b', true],
  ['/a/**/b', '/a/xb', false],
  ['**/b', 'b', true],
  ['*.pdf', 'a.b.pdf', true],
  ['*.pdf', 'a.pdf.html', false],
  ['*', '', true],
  ['', '', true],
  ['**', '/a/b', true],
  ['a**', 'a', true],
])('%s on %s is %s', (pattern, text, matched) => {
  expect(matchWildcards(pattern, text)).toBe(matched)
})

const letters = (...list: readonly string[]) => fc.array(fc.constantFrom(...list), { maxLength: 12 })

test('a pattern matches the same as the equivalent regular expression', () => {
  fc.assert(
    fc.property(letters('a', 'b', '/', '*', '**', '/**/'), letters('a', 'b', '/'), (pattern, text) => {
      const whole = pattern.join('').replace(/\*{3,}/g, '**')

      expect(matchWildcards(whole, text.join(''))).toBe(toExpression(whole).test(text.join('')))
    }),
    { numRuns: 3000 },
  )
})

test('many wildcards on a long URL are matched in bounded time', () => {
  const text = 'a'.repeat(2000)

  expect(matchWildcards(`${'*a'.repeat(30)}*b`, text)).toBe(false)
  expect(matchWildcards(`${'**a*a'.repeat(15)}*b`, text)).toBe(false)
})

function toExpression(pattern: string): RegExp {
  const body = pattern.replace(/(?<=^|\/)\*\*\/|\*\*|\*/g, star =>
    star === '*' ? '[^/]*' : star === '**' ? '.*' : '(?:.*/)?',
  )
  return new RegExp(`^${body}$`)
}
