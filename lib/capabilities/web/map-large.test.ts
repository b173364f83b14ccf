import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  indexOf,
  linking,
  sitemapOf,
  startTestSite,
  type TestPages,
} from '#lib/capabilities/__fixtures__/test-site.ts'

const count = 20_000
const pages = Array.from({ length: count }, (_, at) => `/p/${at}`)
const tree: TestPages = Object.fromEntries(
  pages.map((path, at) => [path, linking('/', ...pages.slice(at * 10 + 1, at * 10 + 11))]),
)

test('a site of 20,000 pages is read whole from its index of packed sitemaps', async () => {
  await using site = await startTestSite(origin => ({
    '/sitemap.xml': indexOf(...[0, 1, 2, 3].map(at => `${origin}/${at}.xml.gz`)),
    ...Object.fromEntries(
      [0, 1, 2, 3].map(at => [
        `/${at}.xml.gz`,
        gzipSync(sitemapOf(...pages.slice(at * 5000, at * 5000 + 5000).map(path => origin + path))),
      ]),
    ),
  }))

  const { paths, answer } = await site.map({ limit: 30_000, sitemapOnly: true, details: true })

  expect(paths).toEqual(pages)
  expect(answer.stopped).toBe('done')
})

test('and by crawling alone, in the order of its links', { timeout: 120_000 }, async () => {
  await using site = await startTestSite({ '/': linking('/p/0'), ...tree }, { budgets: { pagesMax: 30_000 } })

  const { paths, answer } = await site.map({
    limit: 30_000,
    ignoreSitemap: true,
    timeout: 110_000,
    details: true,
  })

  expect(paths).toEqual(['/', ...pages])
  expect(answer.stopped).toBe('done')
})
