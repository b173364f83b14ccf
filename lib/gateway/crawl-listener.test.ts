import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startWebServer, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const mapFormat = z.strictObject({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  links: z.array(z.string()).max(0),
})

let site: WebServer
let sextant: TestGateway
let crawlUrl = ''
beforeAll(async () => {
  site = await startWebServer({ '/': '<p>Hello there.</p>' })
  sextant = await startTestGateway({
    allowPrivateHosts: [site.host],
    config: { port: 3000, listeners: { crawl: 3001, upload: null } },
  })
  const server = sextant.gateway.crawlServer
  if (server === null) throw new Error('there is no crawl listener')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  crawlUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const crawl = (path: string, body: unknown, token = sextant.token) =>
  fetch(crawlUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const envelope = () => ({ model: 'scrape', params: { url: site.origin } })

describe('the crawl listener', () => {
  test.each(['/v1/web', '/v1/map', '/v2/map'])('accepts mapping requests at %s', async path => {
    const response = await crawl(path, { url: site.origin })

    expect(await response.json()).toEqual({ success: true, links: [`${site.origin}/`] })
  })

  test('rejects the envelope and names the URL that accepts it', async () => {
    const response = await crawl('/v1/web', envelope())

    expect(response.status).toBe(400)
    const failure = mapFormat.parse(await response.json())
    expect(failure.code).toBe('invalid_value')
    expect(failure.error).toContain('http://127.0.0.1:3000/v1/web')
  })

  test.each([
    ['an unknown key', () => crawl('/v1/web', { url: site.origin }, 'sk-unknown'), 401],
    ['broken JSON', () => crawl('/v1/web', '{"url":'), 400],
    ['neither form', () => crawl('/v1/web', {}), 400],
  ])('uses the mapping error format for %s', async (_, send, status) => {
    const response = await send()

    expect(response.status).toBe(status)
    mapFormat.parse(await response.json())
  })

  test('has only health routes besides', async () => {
    const others = await Promise.all(
      ['/v1/chat/completions', '/v1/scrape', '/v1/models'].map(path => crawl(path, {})),
    )
    const healthy = await fetch(`${crawlUrl}/healthz`)

    expect(others.map(response => response.status)).toEqual([404, 404, 404])
    expect(healthy.status).toBe(200)
  })
})

describe('the main listener next to it', () => {
  test('accepts the envelope', async () => {
    const response = await sextant.post('/v1/web', envelope())

    expect(await response.json()).toMatchObject({ data: { markdown: 'Hello there.' } })
  })

  test.each(['/v1/web', '/v1/map', '/v2/map'])(
    'rejects mapping requests at %s and names the URL that accepts them',
    async path => {
      const response = await sextant.post(path, { url: site.origin })

      expect(response.status).toBe(400)
      const failure = mapFormat.parse(await response.json())
      expect(failure.code).toBe('invalid_value')
      expect(failure.error).toContain('http://127.0.0.1:3001/v1/web')
    },
  )
})
