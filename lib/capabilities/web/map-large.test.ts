import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { indexOf, sitemapOf, startTestSite } from '#lib/capabilities/__fixtures__/test-site.ts'
import { crawl } from './__fixtures__/crawl-tree.ts'

const count = 20_000
const pages = Array.from({ length: count }, (_, at) => `/p/${at}`)

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

test('a site of 4000 pages is read whole by crawling alone, in the order of its links', async () => {
  expect(await crawl(4000)).toEqual({ stopped: 'done', isWhole: true })
})
