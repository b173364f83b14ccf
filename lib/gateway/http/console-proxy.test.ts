import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readError } from '#lib/gateway/__fixtures__/read-error.ts'
import { script, startBehind } from '#lib/gateway/__fixtures__/process-behind.ts'
import { startTestGateway, type TestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'

const token = 'internal-token-of-this-test'

let sextant: TestGateway
const behind = startBehind()
beforeAll(async () => {
  await new Promise<void>(resolve => void behind.server.listen(0, '127.0.0.1', resolve))
  const { port } = behind.server.address() as AddressInfo
  sextant = await startTestGateway({
    config: {
      consoleEnabled: true,
      internal: { token, consolePort: port, modelsPort: port, gatewayPort: null },
    },
  })
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  behind.server.closeAllConnections()
  behind.server.close()
})

describe('the console behind', () => {
  test('gets requests with our headers, never with forged ones', async () => {
    const response = await fetch(`${sextant.url}/chat?x=1`, {
      headers: {
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil',
        'x-sextant-internal': 'guess',
        'x-real-ip': '1.1.1.1',
      },
    })

    expect(await response.text()).toBe('page /chat?x=1')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    const headers = behind.received.at(-1)?.headers
    expect(headers).toMatchObject({
      host: new URL(sextant.url).host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': new URL(sextant.url).host,
      'x-forwarded-proto': 'http',
      'x-sextant-internal': token,
    })
    expect(headers?.['x-real-ip']).toBeUndefined()
  })

  test('lets a network open sixty links a minute; then pages and programs get a time to retry', async () => {
    for (let at = 0; at < 30; at++) {
      expect((await fetch(`${sextant.url}/s/link-${at}`)).status).toBe(200)
      expect((await fetch(`${sextant.url}/api/shares/link-${at}/open`, { method: 'POST' })).status).toBe(200)
    }
    const before = behind.received.length
    const page = await fetch(`${sextant.url}/s/link-31?x=1`)
    const program = await fetch(`${sextant.url}/api/shares/link-31/open`, { method: 'POST' })

    const spelled = await Promise.all([
      fetch(`${sextant.url}/%73/link-31`),
      fetch(`${sextant.url}/api/%73hares/link-31/%6fpen`, { method: 'POST' }),
      fetch(`${sextant.url}/api/shares/link%2F31/open?x=1`, { method: 'POST' }),
    ])

    expect(spelled.map(({ status }) => status)).toEqual([429, 429, 429])
    expect([page.status, await page.text()]).toEqual([
      429,
      expect.stringMatching(/^Too many links were opened from your network\. Try again in \d+ s\.\n$/),
    ])
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(50)
    expect([program.status, (await readError(program)).code]).toEqual([429, 'rate_limit_exceeded'])
    expect(behind.received).toHaveLength(before)
    expect((await fetch(`${sextant.url}/chat`)).status).toBe(200)
  })

  test.each([11, 50])('gets a body of %i MiB complete, with and without a length', async megabytes => {
    const bytes = new Uint8Array(megabytes * 1024 * 1024)
    await fetch(`${sextant.url}/api/upload`, { method: 'POST', body: bytes })
    const stream = new Blob([bytes]).stream()
    await fetch(`${sextant.url}/api/upload`, { method: 'POST', body: stream, duplex: 'half' } as RequestInit)

    expect(behind.received.slice(-2).map(one => one.bytes)).toEqual([bytes.length, bytes.length])
  })

  test.each(['/%ED%A0%80', '/requests/%FF', '/%zz?x=1'])(
    'does not get the invalid URL %s: 400',
    async path => {
      const before = behind.received.length

      const response = await fetch(sextant.url + path, { headers: { accept: 'text/html' } })

      expect(response.status).toBe(400)
      expect(await readError(response)).toMatchObject({ code: 'invalid_value' })
      expect(behind.received.length).toBe(before)
    },
  )

  test.each([
    ['POST', '/chat/completions', 'Use POST /v1/chat/completions: the base URL ends with /v1.'],
    ['POST', '/embeddings', 'Use POST /v1/embeddings: the base URL ends with /v1.'],
    ['GET', '/models', 'Use GET /v1/models: the base URL ends with /v1.'],
    ['GET', '/models/team%2Fchat', 'Use GET /v1/models/team%2Fchat: the base URL ends with /v1.'],
    [
      'POST',
      '/openai/v1/chat/completions',
      'Use POST /v1/chat/completions: remove /openai from the base URL.',
    ],
    ['POST', '/responses', 'Use POST /v1/responses: the base URL ends with /v1.'],
    ['POST', '/images/generations', 'See GET /openapi.json for all routes.'],
    ['GET', '/files', 'See GET /openapi.json for all routes.'],
  ])('does not get %s %s of an SDK: a 404 names the URL', async (method, path, right) => {
    const before = behind.received.length
    const response = await fetch(sextant.url + path, { method, headers: { accept: 'application/json' } })

    expect(response.status).toBe(404)
    const error = await readError(response)
    expect(error.code).toBe('unknown_url')
    expect(error.message).toContain(right)
    expect(behind.received.length).toBe(before)
  })

  test.each([
    ['a navigation', '/embeddings', { 'sec-fetch-mode': 'navigate' }],
    ['a navigation without metadata', '/models', { accept: 'text/html,*/*;q=0.8' }],
    ['a page loaded by another one', '/models?_rsc=1', { rsc: '1' }],
    ['an item loaded by another page', '/library/1?_rsc=1', { rsc: '1' }],
  ])('gets %s to a page with the name of an API call', async (_, path, headers) => {
    const response = await fetch(sextant.url + path, { headers: headers as Record<string, string> })

    expect(await response.text()).toBe(`page ${path}`)
  })

  test.each([
    ['br, gzip', 'br', script.length / 10, 1],
    ['gzip, deflate', 'gzip', script.length / 10, 1],
    ['identity', null, script.length, 2],
  ])('gives a script to browsers that accept %s', async (accepted, encoding, bytesMax, requests) => {
    const url = `${sextant.url}/_next/static/chunks/${encoding}.js`
    const before = behind.received.length
    const get = () => fetch(url, { headers: { 'accept-encoding': accepted } })
    const answers = [await get(), await get()]

    for (const answer of answers) {
      expect(await answer.text()).toBe(script)
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('content-type')).toContain('javascript')
      expect(Number(answer.headers.get('content-length'))).toBeLessThanOrEqual(bytesMax)
    }
    expect(behind.received.length - before).toBe(requests)
  })

  test('sends pages, queries and parts of a file as they are', async () => {
    const file = `${sextant.url}/_next/static/chunks/a.js`
    const headers = { 'accept-encoding': 'br' }
    const answers = await Promise.all([
      fetch(`${sextant.url}/chat`, { headers }),
      fetch(`${file}?v=1`, { headers }),
      fetch(file, { headers: { ...headers, range: 'bytes=0-9' } }),
      fetch(file, { headers, method: 'HEAD' }),
    ])

    expect(answers.map(answer => answer.headers.get('content-encoding'))).toEqual([null, null, null, null])
  })

  test('gets web sockets', async () => {
    const { port, hostname } = new URL(sextant.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `GET /_next/hmr HTTP/1.1\r\nhost: ${hostname}:${port}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n`,
    )
    const [head] = (await once(socket, 'data')) as [Buffer]
    socket.write('ping')
    const [echo] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()

    expect(head.toString()).toMatch(/^HTTP\/1.1 101 /)
    expect(echo.toString()).toBe('echo ping')
    expect(behind.received.at(-1)?.headers['x-sextant-internal']).toBe(token)
  })

  test('down: a reloading page for browsers, the envelope for programs, and the API unaffected', async () => {
    await using alone = await startTestGateway({
      config: { consoleEnabled: true, internal: { token, consolePort: 1, modelsPort: 1, gatewayPort: null } },
    })
    const page = await fetch(`${alone.url}/chat`, { headers: { accept: 'text/html' } })
    const program = await fetch(`${alone.url}/api/run`, { headers: { accept: 'application/json' } })
    const pull = await fetch(`${alone.url}/internal/models/x/pull`, {
      method: 'POST',
      headers: { 'x-sextant-internal': token },
    })
    const answer = await alone.chat({ model: 'scripted/echo', messages: [{ role: 'user', content: 'x' }] })

    expect(page.status).toBe(502)
    expect(await page.text()).toContain('http-equiv="refresh"')
    expect(program.status).toBe(502)
    expect(await program.json()).toMatchObject({
      error: {
        type: 'server_error',
        param: null,
        message: 'The console is being built or restarted. Try again in 2 seconds.',
      },
    })
    expect([pull.status, answer.status]).toEqual([503, 200])
  })
})

describe('internal actions', () => {
  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    fetch(sextant.url + path, { method, headers })

  test('do not exist without the token', async () => {
    const before = behind.received.length
    const answers = await Promise.all([
      ask('/internal/models', {}),
      ask('/internal/models', { 'x-sextant-internal': 'wrong' }),
      ask('/internal/models', { authorization: `Bearer ${sextant.token}` }),
    ])

    expect(answers.map(answer => answer.status)).toEqual([404, 404, 404])
    expect(behind.received.length).toBe(before)
  })

  test('reach the models process under its own paths', async () => {
    const headers = { 'x-sextant-internal': token }
    await ask('/internal/models', headers)
    await ask('/internal/models/local%2Fx/pull', headers, 'POST')
    await ask('/internal/models/local%2Fx', headers, 'DELETE')

    const seen = behind.received.slice(-3).map(one => `${one.method} ${one.url}`)
    expect(seen).toEqual(['GET /v1/models', 'POST /models/local%2Fx/pull', 'DELETE /models/local%2Fx'])
    expect(behind.received.at(-1)?.headers['x-sextant-internal']).toBe(token)
  })
})
