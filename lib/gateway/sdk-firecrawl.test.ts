import { Firecrawl, type ScrapeOptions } from '@mendable/firecrawl-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWebServer, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let site: WebServer
let sextant: TestGateway
beforeAll(async () => {
  site = await startWebServer({
    '/': '<title>Start</title><main><h1>Start</h1><p>Welcome to the farm.</p><a href="/llamas">Llamas</a></main>',
    '/llamas': '<title>Llamas</title><p>Grass.</p>',
  })
  sextant = await startTestGateway({ allowPrivateHosts: [site.host] })
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const client = (apiKey = sextant.token) => new Firecrawl({ apiKey, apiUrl: sextant.url, maxRetries: 1 })

const unservedInScrape: readonly (readonly [string, ScrapeOptions])[] = [
  ['actions', { actions: [{ type: 'click', selector: 'a' }] }],
  ['profile', { profile: { name: 'shopper' } }],
  ['redactPII', { redactPII: true }],
  ['threatProtection', { threatProtection: { mode: 'normal' } }],
  ['lockdown', { lockdown: true }],
  ['domainTools', { domainTools: true }],
  ['formats.0.fullPage', { formats: [{ type: 'screenshot', fullPage: true }] }],
  ['parsers', { parsers: [] }],
  ['parsers.0.maxPages', { parsers: [{ type: 'pdf', maxPages: 2 }] }],
  ['parsers.0.mode', { parsers: [{ type: 'pdf', mode: 'ocr' }] }],
]

describe('the firecrawl client', () => {
  test('maps, with its limit and search', async () => {
    const whole = await client().map(site.origin, { sitemap: 'skip', limit: 10 })
    const found = await client().map(site.origin, { search: 'llama' })

    expect(whole.links.map(({ url }) => url)).toEqual([`${site.origin}/`, `${site.origin}/llamas`])
    expect(found.links.map(({ url }) => url)).toEqual([`${site.origin}/llamas`])
  })

  test('maps at the first version’s address', async () => {
    const answer = await client().v1.mapUrl(site.origin, { ignoreSitemap: true, includeSubdomains: false })

    expect(answer).toEqual({ success: true, links: [`${site.origin}/`, `${site.origin}/llamas`] })
  })

  test('scrapes', async () => {
    const { markdown, links, metadata } = await client().scrape(site.origin, {
      formats: ['markdown', 'links'],
    })

    expect(markdown).toContain('Welcome to the farm.')
    expect(links).toEqual([`${site.origin}/llamas`])
    expect(metadata).toMatchObject({ title: 'Start', statusCode: 200 })
  })

  test('throws its own errors with our messages', async () => {
    const refused = await client()
      .map('http://10.0.0.1/')
      .catch((error: unknown) => error)
    const stranger = await client('wrong')
      .map(site.origin)
      .catch((error: unknown) => error)

    expect(refused).toMatchObject({
      name: 'FirecrawlSdkError',
      status: 400,
      message: 'This URL is not allowed. It and its redirects must lead to public addresses.',
    })
    expect(stranger).toMatchObject({ status: 401 })
  })

  test.each(unservedInScrape)(
    'gets an error that names %s, which scrapes do not serve',
    async (param, options) => {
      const refused = await client()
        .scrape(site.origin, options)
        .catch((error: unknown) => error)

      expect(refused).toMatchObject({
        name: 'FirecrawlSdkError',
        status: 400,
        message: expect.stringMatching(`^\`${param}\` is not supported\\.`) as string,
      })
    },
  )

  test.each([
    { ignoreQueryParameters: true },
    { location: { country: 'DE' } },
    { includePaths: ['/a'] },
    { ignoreRobotsTxt: true },
  ])('gets an error that names the unserved option of its map: %o', async options => {
    for (const path of ['/v1/map', '/v2/map']) {
      const response = await sextant.post(path, { url: site.origin, ...options })

      const [name] = Object.keys(options)
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({
        success: false,
        error: expect.stringMatching(`^\`${name}\` is not supported\\.`) as string,
        code: 'unsupported_parameter',
        links: [],
      })
    }
  })

  test('scrapes with the options that it writes out as defaults and with those that tune it', async () => {
    const { markdown, warning } = await client().scrape(site.origin, {
      actions: [],
      parsers: ['pdf', { type: 'pdf', mode: 'auto' }],
      proxy: 'auto',
      redactPII: false,
      blockAds: true,
      fastMode: false,
      storeInCache: true,
      maxAge: 172_800_000,
    })

    expect(markdown).toContain('Welcome to the farm.')
    expect(warning).toBeUndefined()
  })

  test('is warned of options without effect', async () => {
    const { markdown, warning } = await client().scrape(site.origin, {
      location: { country: 'DE' },
      proxy: 'stealth',
    })

    expect(markdown).toContain('Welcome to the farm.')
    expect(warning).toBe('Options without effect: location, proxy.')
  })
})
