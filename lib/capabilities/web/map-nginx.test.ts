import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type MapAnswer, mapRequestSchema, mapSchema } from '#lib/contracts/api/map.ts'
import { createPoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import { createSafeFetch } from '#lib/web/fetch/safe-fetch.ts'
import { nginxMissing, type NginxSite, startNginxSite } from '#lib/capabilities/__fixtures__/nginx-site.ts'
import { createTestContext } from '#lib/capabilities/__fixtures__/test-context.ts'
import { indexOf, linking, sitemapOf } from '#lib/capabilities/__fixtures__/test-site.ts'
import { createFindPages } from './map.ts'

async function mapOf(
  site: NginxSite,
  params: Record<string, unknown> = {},
): Promise<MapAnswer & { paths: string[] }> {
  const safeFetch = createSafeFetch({ allowPrivateHosts: [site.host] })
  const find = createFindPages({ fetch: createPoliteFetch(safeFetch) })
  const input = mapRequestSchema.parse({ url: site.origin, details: true, ...params })
  const answer = mapSchema.parse(await find(input, createTestContext()))
  return { ...answer, paths: answer.links.map(link => link.slice(site.origin.length)) }
}

test('a site behind nginx is mapped by its gzipped sitemaps and its links', async ({ skip }) => {
  skip(nginxMissing !== null, nginxMissing ?? '')
  await using site = await startNginxSite(origin => ({
    'index.html': linking('docs', '/moved', 'files/', 'guide.pdf', 'missing.html'),
    'docs/index.html': `<base href="/docs/">${linking('setup.html', '../index.html')}`,
    'docs/setup.html': linking('?print=1'),
    'files/readme.txt': 'read me',
    'files/page.html': linking('/last.html'),
    'guide.pdf': '%PDF-1.4',
    'last.html': '<p>end',
    'robots.txt': `User-agent: *\nDisallow: /private/\nSitemap: ${origin}/sitemap.xml\n`,
    'sitemap.xml': indexOf(`${origin}/maps/a.xml.gz`, `${origin}/maps/b.txt`),
    'maps/a.xml.gz': gzipSync(sitemapOf(`${origin}/docs/`, `${origin}/private/listed.html`)),
    'maps/b.txt': `${origin}/from-text.html\n`,
    'private/listed.html': linking('/never-seen.html'),
  }))

  const { paths, sitemaps, stopped } = await mapOf(site)

  expect(paths.slice(0, 4)).toEqual(['/', '/docs/', '/private/listed.html', '/from-text.html'])
  expect(new Set(paths)).toEqual(
    new Set([
      '/',
      '/docs/',
      '/private/listed.html',
      '/from-text.html',
      '/moved',
      '/files/',
      '/guide.pdf',
      '/missing.html',
      '/docs/setup.html',
      '/index.html',
      '/docs/setup.html?print=1',
      '/files/readme.txt',
      '/files/page.html',
      '/last.html',
    ]),
  )
  expect(sitemaps).toEqual(['/sitemap.xml', '/maps/a.xml.gz', '/maps/b.txt'].map(path => site.origin + path))
  expect(stopped).toBe('done')
})

test('a server that answers fast requests with 503 is mapped completely, more slowly', async ({ skip }) => {
  skip(nginxMissing !== null, nginxMissing ?? '')
  const pages = Array.from({ length: 12 }, (_, at) => `/busy/${at}.html`)
  await using site = await startNginxSite(() => ({
    'index.html': linking(...pages),
    ...Object.fromEntries(pages.map((path, at) => [path.slice(1), linking(`/leaf/${at}.pdf`)])),
  }))

  const { paths } = await mapOf(site, { ignoreSitemap: true })

  expect(paths.filter(path => path.startsWith('/leaf/'))).toHaveLength(12)
})
