import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { linking, sitemapOf, startTestSite } from './__fixtures__/test-site.ts'

describe('a site without a sitemap', () => {
  test('is crawled: the start page, its links, and what they lead to', async () => {
    await using site = await startTestSite({
      '/': linking('/a', '/b', 'https://elsewhere.example/'),
      '/a': linking('/a/1', '/'),
      '/b': linking('/b/1'),
      '/b/1': linking('/b/1/x'),
    })

    const { paths, answer, cuts } = await site.map()

    expect(paths).toEqual(['/', '/a', '/b', '/a/1', '/b/1', '/b/1/x'])
    expect(Object.keys(answer)).toEqual(['success', 'links'])
    expect(cuts).toEqual([])
  })
})

describe('robots.txt names the sitemaps', () => {
  test('exactly as written, packed or relative', async () => {
    await using site = await startTestSite(origin => ({
      '/robots.txt': `User-agent: *\nDisallow:\nSitemap: ${origin}/deep/map.xml.gz\nSitemap: /second\n`,
      '/deep/map.xml.gz': {
        headers: { 'content-type': 'application/gzip' },
        body: gzipSync(sitemapOf(`${origin}/one`)),
      },
      '/second': { headers: { 'content-type': 'text/plain' }, body: sitemapOf(`${origin}/two`) },
    }))

    const { paths } = await site.map()

    expect(paths).toEqual(['/one', '/two'])
    expect(site.asked).not.toContain('/sitemap.xml')
  })
})
