import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type NginxSite, nginxMissing, startNginxSite } from '#lib/capabilities/__fixtures__/nginx-site.ts'
import { startStaticSite } from '#lib/capabilities/__fixtures__/static-site.ts'
import { indexOf, linking, sitemapOf } from '#lib/capabilities/__fixtures__/test-site.ts'
import { mapEventSchema, mapSchema } from '#lib/contracts/api/map.ts'
import { type ScrapeData, scrapeCompletionSchema } from '#lib/contracts/api/scrape.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// A page of five megabytes, on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const sentence = 'Boats come in at high water, and lamps burn through the night. '
const files = (origin: string): Readonly<Record<string, string | Buffer>> => ({
  'index.html': linking('docs', '/moved', 'japanese.html', 'guide.pdf', 'missing.html'),
  'docs/index.html': `<title>Docs</title><base href="/docs/"><article><h1>Setting up</h1><p>${sentence.repeat(10)}</p>
    <p><a href="setup.html">Setup</a></p></article>`,
  'docs/setup.html': linking('../big.html'),
  'japanese.html': Buffer.concat([
    Buffer.from('<meta charset="shift_jis"><p>'),
    Buffer.from('93fa967b8cea', 'hex'),
  ]),
  'big.html': `<title>Big</title>${`<p>${sentence}</p>`.repeat(90_000)}`,
  'guide.pdf': '%PDF-1.4',
  'private/listed.html': '<p>Listed, and not to be crawled.</p>',
  'data.txt': 'a < b',
  'robots.txt': `User-agent: *\nDisallow: /private/\nSitemap: ${origin}/sitemap.xml\n`,
  'sitemap.xml': indexOf(`${origin}/maps/a.xml.gz`, `${origin}/maps/b.txt`),
  'maps/a.xml.gz': gzipSync(sitemapOf(`${origin}/docs/`, `${origin}/private/listed.html`)),
  'maps/b.txt': `${origin}/data.txt\n`,
})

describe.skipIf(nginxMissing !== null)('a site served by nginx, through the gateway', () => {
  checkSite(startNginxSite)
})

describe('a site served by node, through the gateway', () => {
  checkSite(startStaticSite)
})

function checkSite(start: typeof startNginxSite): void {
  let site: NginxSite
  let sextant: TestGateway
  beforeAll(async () => {
    site = await start(files)
    sextant = await startTestGateway({ allowPrivateHosts: [site.host], timers: { plainMs: 60_000 } })
  }, 30_000)
  afterAll(async () => {
    await sextant[Symbol.asyncDispose]()
    await site[Symbol.asyncDispose]()
  })

  async function scrape(path: string, params: object = {}): Promise<ScrapeData> {
    const request = { model: 'scrape', params: { url: site.origin + path, timeout: 60_000, ...params } }
    const response = await sextant.post('/v1/web', request)
    return scrapeCompletionSchema.parse(await response.json()).data
  }

  test('is mapped by its packed sitemaps and its links, streamed or not', async () => {
    const request = { url: site.origin, details: true }
    const { links, sitemaps, stopped } = mapSchema.parse(
      await (await sextant.post('/v1/map', request)).json(),
    )
    const streamed = await (await sextant.post('/v1/map', { ...request, stream: true })).text()

    const paths = links.map(link => link.slice(site.origin.length))
    expect(paths.slice(0, 4)).toEqual(['/', '/docs/', '/private/listed.html', '/data.txt'])
    expect(paths.slice(4).toSorted()).toEqual(
      ['/moved', '/japanese.html', '/guide.pdf', '/missing.html', '/docs/setup.html', '/big.html'].toSorted(),
    )
    expect(sitemaps).toEqual(
      ['/sitemap.xml', '/maps/a.xml.gz', '/maps/b.txt'].map(path => site.origin + path),
    )
    expect(stopped).toBe('done')
    const last = streamed.split('\n\n').findLast(block => block.startsWith('data: {'))
    expect(mapEventSchema.parse(JSON.parse(last?.slice(6) ?? ''))).toMatchObject({
      object: 'map.result',
      links,
    })
  })

  test('is read: a redirect, an old charset, a text, and a page that robots.txt closes to crawlers', async () => {
    const moved = await scrape('/moved', { formats: ['markdown', 'links'] })

    expect(moved.markdown).toMatch(/^# Setting up\n\nBoats come in/)
    expect(moved.links).toEqual([`${site.origin}/docs/setup.html`])
    expect(moved.metadata).toMatchObject({ title: 'Docs', statusCode: 200, url: `${site.origin}/docs/` })
    expect((await scrape('/japanese.html')).markdown).toBe('日本語')
    expect((await scrape('/data.txt')).markdown).toBe('a < b')
    expect((await scrape('/private/listed.html')).markdown).toBe('Listed, and not to be crawled.')
  })

  test('gets a warning for a missing page, and for one that is too large for its structure', async () => {
    const missed = await scrape('/missing.html')
    const big = await scrape('/big.html', { formats: ['text'] })

    expect(missed.metadata.statusCode).toBe(404)
    expect(missed.warning).toContain('404')
    expect(big.text?.split(sentence.trim())).toHaveLength(90_001)
    expect(big.warning).toContain('million characters')
  })
}
