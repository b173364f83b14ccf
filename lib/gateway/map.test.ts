import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { mapEventSchema, mapSchema } from '#lib/contracts/api/map.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const html = (...hrefs: string[]): string => hrefs.map(href => `<a href="${href}">x</a>`).join('')
const pages: Readonly<Record<string, string>> = {
  '/': html('/a', '/b'),
  '/a': html('/a/1', '/a/2'),
  '/b': html(...Array.from({ length: 60 }, (_, at) => `/b?n=${at}`)),
}
const failureSchema = z.strictObject({
  success: z.literal(false),
  error: z.string().min(1),
  code: z.string(),
  links: z.array(z.string()).max(0),
})

const site = createServer((request, response) => {
  if (request.url === '/hang') return
  const body = pages[request.url ?? '']
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body)
})
let sextant: TestGateway
let origin = ''

beforeAll(async () => {
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  sextant = await startTestGateway({ allowPrivateHosts: [origin.slice('http://'.length)] })
})

afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  site.closeAllConnections()
  site.close()
})

describe.each(['/v1/map', '/v2/map'])('POST %s', path => {
  test('returns exactly what it found', async () => {
    const response = await sextant.post(path, { url: origin, limit: 3, unknown: 1, search: null })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      success: true,
      links: [`${origin}/`, `${origin}/a`, `${origin}/b`],
    })
    expect(response.headers.get('sextant-truncated')).toBe(null)
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  })

  test('reports in a header that a limit cut it short', async () => {
    const response = await sextant.post(path, { url: origin })

    expect(mapSchema.parse(await response.json()).links).toHaveLength(65)
    expect(response.headers.get('sextant-truncated')).toBe('true')
  })

  test.each([
    [400, 'missing_required_parameter', {}],
    [400, 'invalid_type', { url: 'a.example', limit: '10' }],
    [400, 'integer_above_max_value', { url: 'a.example', limit: 30_001 }],
    [400, 'string_above_max_length', { url: 'a.example', search: 'x'.repeat(201) }],
    [400, 'integer_below_min_value', { url: 'a.example', timeout: 999 }],
    [400, 'url_not_allowed', { url: 'http://10.0.0.1/' }],
    [400, 'url_not_allowed', { url: 'http://a:b@a.example/' }],
    [400, 'invalid_json', '{'],
    [502, 'fetch_failed', { url: 'http://127.0.0.1:1/' }],
  ])('fails with %i %s in its own error format', async (status, code, body) => {
    const allowed =
      code === 'fetch_failed' ? await startTestGateway({ allowPrivateHosts: ['127.0.0.1:1'] }) : null
    const response = await (allowed ?? sextant).post(path, body)

    expect(response.status).toBe(status)
    expect(failureSchema.parse(await response.json()).code).toBe(code)
    await allowed?.[Symbol.asyncDispose]()
  })

  test('requires a key with the scope web, with its own error format', async () => {
    const { token } = await sextant.makeKey({ scopes: ['chat'] })

    const answers = await Promise.all([
      sextant.post(path, { url: origin }, { token: 'wrong' }),
      sextant.post(path, { url: origin }, { token }),
      sextant.post(path, 'url', { headers: { 'content-type': 'text/plain' } }),
    ])

    expect(answers.map(({ status }) => status)).toEqual([401, 403, 415])
    expect(answers[0]?.headers.get('www-authenticate')).toBe('Bearer')
    const codes = await Promise.all(
      answers.map(async answer => failureSchema.parse(await answer.json()).code),
    )
    expect(codes).toEqual(['invalid_api_key', 'endpoint_not_allowed', 'unsupported_media_type'])
  })

  test('times out with nothing found: 504', async () => {
    const silent = createServer(() => {})
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`
    await using other = await startTestGateway({ allowPrivateHosts: [host] })

    const response = await other.post(path, { url: `http://${host}`, timeout: 1000 })

    expect(response.status).toBe(504)
    expect(failureSchema.parse(await response.json()).code).toBe('fetch_timeout')
    silent.closeAllConnections()
    silent.close()
  })

  test('streams what it finds, then the complete response', async () => {
    const plain = mapSchema.parse(await (await sextant.post(path, { url: origin, details: true })).json())

    const response = await sextant.post(path, { url: origin, details: true, stream: true })
    const blocks = (await response.text()).split('\n\n').filter(block => block.startsWith('data: '))
    const events = blocks.slice(0, -1).map(block => mapEventSchema.parse(JSON.parse(block.slice(6))))
    const chunks = events.filter(event => event.object === 'map.chunk')

    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(blocks.at(-1)).toBe('data: [DONE]')
    expect(events.at(-1)).toEqual({ object: 'map.result', ...plain, truncated: true })
    expect(chunks.flatMap(chunk => chunk.links)).toEqual(plain.links)
    expect(chunks.flatMap(chunk => chunk.details ?? []).map(({ url }) => url)).toEqual(plain.links)
  })

  test('sends a failure before the first link as a plain error', async () => {
    const response = await sextant.post(path, { url: 'http://10.0.0.1/', stream: true })

    expect(response.status).toBe(400)
    expect(failureSchema.parse(await response.json()).code).toBe('url_not_allowed')
  })
})

test('a client disconnect stops the map of a stream', async () => {
  const hanging: IncomingMessage[] = []
  const slow = createServer((request, response) => {
    if (/^\/\d$/.test(request.url ?? '')) return void hanging.push(request)
    response.writeHead(200, { 'content-type': 'text/html' }).end(html('/1', '/2', '/3'))
  })
  await new Promise<void>(resolve => slow.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(slow.address() as AddressInfo).port}`
  await using other = await startTestGateway({ allowPrivateHosts: [host] })
  const leaving = new AbortController()

  const { signal } = leaving
  const body = { url: `http://${host}`, ignoreSitemap: true, stream: true }
  const response = await other.post('/v1/map', body, { signal })
  await vi.waitFor(() => expect(hanging).toHaveLength(3), 10_000)
  const closed = Promise.all(hanging.map(({ socket }) => once(socket, 'close')))
  leaving.abort()

  await closed
  expect(await other.row(response.headers.get('x-request-id'))).toMatchObject({ status: 499 })
  slow.closeAllConnections()
  slow.close()
})

test('/v2/map says with one field what to do with sitemaps', async () => {
  const only = await sextant.post('/v2/map', { url: origin, sitemap: 'only' })
  const wrong = await sextant.post('/v2/map', { url: origin, sitemap: 'maybe' })

  expect(mapSchema.parse(await only.json()).links).toEqual([`${origin}/`])
  expect(failureSchema.parse(await wrong.json()).code).toBe('invalid_value')
})

test('a wrong method names the right one, and a map leaves its row', async () => {
  const get = await fetch(`${sextant.url}/v1/map`)
  const response = await sextant.post('/v1/map', { url: origin, limit: 1 })

  expect(get.status).toBe(405)
  expect(failureSchema.parse(await get.json()).code).toBe('method_not_allowed')
  expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({ route: 'map', status: 200 })
})
