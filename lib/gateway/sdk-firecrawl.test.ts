import { Firecrawl } from '@mendable/firecrawl-js'
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
      message: 'This URL is not allowed.',
    })
    expect(stranger).toMatchObject({ status: 401 })
  })
})
