import { expect, test } from 'vitest'
import { matchGlob, parseGlob } from './glob.ts'
import { emptyIndex, growIndex } from './link-index.ts'
import { linkTo } from './__fixtures__/map-links.ts'

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
