import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startWebServer, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { askMcp, callTool, sendMcp } from '#lib/gateway/__fixtures__/mcp-client.ts'
import { startTestGateway, type TestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const eras = ['2026-07-28', '2025-11-25']
const sentence = 'The tide is low at noon and high in the evening. '
const hugePage = `<title>Huge</title><main>${`<p>${sentence.repeat(20)}</p>\n`.repeat(10_500)}</main>`

let site: WebServer
let sextant: TestGateway
/** Paths whose requests are open, and those that were left. */
const opened = new Set<string>()
const left = new Set<string>()
beforeAll(async () => {
  site = await startWebServer({ '/huge': hugePage }, (request, response) => {
    const path = request.url ?? ''
    opened.add(path)
    response.once('close', () => left.add(path))
  })
  sextant = await startTestGateway({
    allowPrivateHosts: [site.host],
    models: [{ id: 'words', kind: 'rerank', upstream: 'words' }],
  })
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const rerank = { query: 'refund', documents: ['a refund', 'nothing'] }
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${sextant.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sextant.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  })
const errorOf = async (answer: Response) => ({ status: answer.status, ...Object(await answer.json()).error })

describe('a body', () => {
  test.each([
    ['that is no JSON', '{"jsonrpc":', 400, -32_700, 'invalid_json'],
    ['that is nested deeply', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`, 400, -32_700, 'invalid_json'],
    ['with a key `__proto__`', '{"__proto__":{"a":1}}', 400, -32_700, 'invalid_json'],
    ['that is a batch', '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]', 400, -32_600, 'invalid_value'],
  ])('%s is refused', async (_, body, status, code, ours) => {
    expect(await errorOf(await post(body))).toMatchObject({ status, code, data: { code: ours } })
  })

  test.each(['text', '1', 'null', '{}', '{"jsonrpc":"2.0","id":{},"method":1}'])(
    'like %s gets an error of the protocol',
    async body => {
      const { status, message } = await errorOf(await post(body === 'text' ? '"text"' : body))

      expect(status).toBe(400)
      expect(message).toEqual(expect.any(String))
    },
  )

  test('of another type is refused', async () => {
    expect(await errorOf(await post('{}', { 'content-type': 'text/plain' }))).toMatchObject({ status: 415 })
  })

  test('of 4 MiB is read, and a larger one only for a document of up to 14 MiB', async () => {
    const call = (name: string, sizeBytes: number) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: { query: 'a', documents: ['a'], data: 'A'.repeat(sizeBytes - 200) } },
      })
    const mebibyte = 1024 * 1024

    expect((await post(call('rerank', 4 * mebibyte))).status).toBe(200)
    expect((await post(call('parse_document', 13 * mebibyte))).status).toBe(200)
    expect(await errorOf(await post(call('rerank', 4 * mebibyte + 400)))).toMatchObject({ status: 413 })
    expect(await errorOf(await post(call('parse_document', 14 * mebibyte + 400)))).toMatchObject({
      status: 413,
    })
    const bomb = gzipSync(Buffer.alloc(40 * mebibyte, 'a'))
    expect(await errorOf(await post(new Uint8Array(bomb), { 'content-encoding': 'gzip' }))).toMatchObject({
      status: 413,
    })
  })
})

describe('a message of the newer protocol', () => {
  test.each([
    ['whose method header differs', { 'mcp-method': 'tools/call' }, 400, -32_020],
    ['of an unknown version', { 'mcp-protocol-version': '2030-01-01' }, 400, -32_020],
  ])('%s is refused', async (_, headers, status, code) => {
    const reply = await askMcp(sextant, 'tools/list', {}, { headers })

    expect([reply.status, reply.error?.code]).toEqual([status, code])
  })

  test('with an unknown method gets 404', async () => {
    const reply = await askMcp(sextant, 'prompts/list')

    expect([reply.status, reply.error?.code]).toEqual([404, -32_601])
  })
})

describe('a request of a web page', () => {
  const statusOf = async (gateway: TestGateway, headers: Record<string, string>) => {
    const { port } = new URL(gateway.url)
    const outgoing = httpRequest({
      port,
      method: 'POST',
      path: '/mcp',
      headers: {
        authorization: `Bearer ${gateway.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    })
    outgoing.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')
    const [incoming] = await once(outgoing, 'response')
    incoming.resume()
    return incoming.statusCode
  }

  test.each([
    ['of another site', { origin: 'https://evil.example' }, 403],
    ['of an opaque origin', { origin: 'null' }, 403],
    ['under a name that may resolve to this machine', { host: 'evil.example:3000' }, 403],
    ['of such a name', { host: 'evil.example:3000', origin: 'http://evil.example:3000' }, 403],
    ['of our own', { host: 'localhost:3000', origin: 'http://localhost:3000' }, 200],
    ['that is a program', { host: '127.0.0.1:3000' }, 200],
  ])('%s', async (_, headers, status) => {
    expect(await statusOf(sextant, headers)).toBe(status)
  })

  test('of a listed origin, and under any name on a public port, is answered', async () => {
    const cors = ['https://app.example']
    await using open = await startTestGateway({
      config: { cors, auth: 'team', appUrl: 'https://ai.example' },
    })

    expect(await statusOf(open, { origin: 'https://app.example', host: 'ai.example' })).toBe(200)
    expect(await statusOf(open, { origin: 'https://ai.example', host: 'ai.example' })).toBe(200)
    expect(await statusOf(open, { origin: 'https://evil.example', host: 'ai.example' })).toBe(403)
  })
})

describe('hostile arguments', () => {
  const hostile: unknown[] = [
    undefined,
    {},
    { url: 1, query: [], documents: {}, data: {} },
    { url: 'x'.repeat(5000), query: 'x'.repeat(5000), documents: ['x'.repeat(200_000)] },
    { url: 'file:///etc/passwd', query: '', documents: [] },
    { url: 'http://169.254.169.254/', query: "';--", documents: [''] },
    { url: 'http://[::ffff:127.0.0.1]:1/', query: '\0', documents: Array(201).fill('a') },
    { url: 'https://example.com/', extra: true, query: 'a', documents: ['a'] },
    {
      url: 'https://example.com/',
      limit: 1e9,
      topN: -1,
      from: 0.5,
      maxCharacters: 1,
      query: 'a',
      documents: ['a'],
    },
    { constructor: { prototype: {} }, toString: 1 },
  ]

  test.each([
    'scrape',
    'map',
    'search_web',
    'ai_search',
    'parse_document',
    'library_search',
    'library_add',
    'rerank',
  ])('of %s are refused with a code and the argument', async name => {
    for (const given of hostile.slice(0, 4).concat(hostile.slice(7))) {
      const { result, text } = await callTool(sextant, name, given)

      expect([given, result.isError]).toEqual([given, true])
      expect(text).toMatch(
        /^(missing_required_parameter|invalid_type|invalid_value|\w+_(min|max)_(value|length)|empty_array)\b/,
      )
      expect(text.length).toBeLessThanOrEqual(2000)
    }
    const logged = sextant.logs.filter(({ level }) => level === 'error')
    expect(logged).toEqual([])
  })

  test.each(['scrape', 'map', 'parse_document', 'library_add'])(
    'of %s reach no private address',
    async name => {
      for (const url of [
        'file:///etc/passwd',
        'http://169.254.169.254/',
        'http://[::ffff:127.0.0.1]:1/',
        'http://localhost:1/',
      ]) {
        const { result, text } = await callTool(sextant, name, { url })

        expect([url, result.isError]).toEqual([url, true])
        expect(text).toMatch(/^(url_not_allowed|invalid_value)\b/)
      }
    },
  )

  test('may be null where they are optional', async () => {
    expect((await callTool(sextant, 'rerank', { ...rerank, topN: null })).result.isError).toBe(false)
  })
})

describe('the limits of a key', () => {
  test('refuse further calls as a result that says when to try again, and not the list', async () => {
    const { token } = await sextant.makeKey({ requestsPerMinute: 1 })
    const first = await callTool(sextant, 'rerank', rerank, { token })
    const second = await callTool(sextant, 'rerank', rerank, { token })

    expect(first.result.isError).toBe(false)
    expect(second).toMatchObject({ status: 200, result: { isError: true } })
    expect(second.text).toMatch(
      /^rate_limit_exceeded: This key is limited to 1 requests per minute\. Try again in \d+ s\.$/,
    )
    expect(await sextant.row(second.headers.get('x-request-id'))).toMatchObject({
      status: 429,
      errorCode: 'rate_limit_exceeded',
    })
    expect((await askMcp(sextant, 'tools/list', {}, { token })).error).toBeNull()
  })

  test('are free again after 200 calls at once, each with its own answer', async () => {
    const { token } = await sextant.makeKey({ parallel: 300 })
    const replies = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const documents = Array.from({ length: 1 + (index % 5) }, (__, at) => `text ${at}`)
        const version = eras[index % 2]
        const response = await sendMcp(
          sextant,
          'tools/call',
          { name: 'rerank', arguments: { query: 'text', documents } },
          { token, id: index, ...(version && { version }) },
        )
        const text = await response.text()
        return {
          id: new RegExp(`"id":${index}\\b`).test(text),
          results: text.match(/\\"index\\"/g)?.length ?? 0,
          wanted: documents.length,
        }
      }),
    )

    expect(replies.filter(({ id, results, wanted }) => !id || results !== wanted)).toEqual([])
    const { token: narrow } = await sextant.makeKey({ parallel: 1 })
    for (let calls = 0; calls < 3; calls++) {
      expect((await callTool(sextant, 'rerank', rerank, { token: narrow })).result.isError).toBe(false)
    }
  })
})

describe('a page of 10 MB', () => {
  test('is cut to what was asked, and others are answered meanwhile', async () => {
    const reading = callTool(sextant, 'scrape', { url: `${site.origin}/huge`, maxCharacters: 200_000 })
    const health = await fetch(`${sextant.url}/healthz`)
    const { text, result } = await reading

    expect(health.status).toBe(200)
    expect(result.isError).toBe(false)
    expect(text.length).toBeGreaterThan(190_000)
    expect(text.length).toBeLessThan(201_000)
    expect(text).toMatch(/Next: \d{7,} characters remain\. Call again with from=\d+\./)
  })
})

describe.each(eras)('a client of version %s that leaves', version => {
  test('ends the work, and the row says so', async () => {
    const path = `/never-${version}`
    const { token, id } = await sextant.makeKey()
    const leaving = new AbortController()
    const call = sendMcp(
      sextant,
      'tools/call',
      { name: 'scrape', arguments: { url: site.origin + path } },
      { version, token, signal: leaving.signal },
    ).then(response => response.text())
    await expect.poll(() => opened.has(path)).toBe(true)

    leaving.abort()

    await expect(call).rejects.toThrow(/abort/)
    await expect.poll(() => left.has(path)).toBe(true)
    const rows = async () => {
      const all = await sextant.store.requests.list(sextant.teamId, { limit: 100 })
      return all.filter(({ keyId }) => keyId === id).map(({ status, route }) => ({ status, route }))
    }
    await expect.poll(rows).toEqual([{ status: 499, route: 'mcp-scrape' }])
  })
})

describe('a notification that cancels a call', () => {
  const version = '2025-11-25'
  const start = (path: string, token: string, id: number) =>
    callTool(sextant, 'scrape', { url: site.origin + path }, { version, token, id })

  test('ends it', async () => {
    const { token } = await sextant.makeKey()
    const call = start('/canceled', token, 7)
    await expect.poll(() => opened.has('/canceled')).toBe(true)

    const { status } = await sendMcp(sextant, 'notifications/cancelled', { requestId: 7 }, { version, token })

    expect(status).toBe(202)
    await expect.poll(() => left.has('/canceled')).toBe(true)
    await call
  })

  test('ends none of another key or with another id, and none where two calls match', async () => {
    const { token } = await sextant.makeKey()
    const { token: other } = await sextant.makeKey()
    const leaving = new AbortController()
    const calls = ['/kept-1', '/kept-2'].map(path =>
      sendMcp(
        sextant,
        'tools/call',
        { name: 'scrape', arguments: { url: site.origin + path } },
        { version, token, id: 7, signal: leaving.signal },
      ).then(answer => answer.text()),
    )
    await expect.poll(() => opened.has('/kept-1') && opened.has('/kept-2')).toBe(true)

    const cancel = (requestId: number, by: string) =>
      sendMcp(sextant, 'notifications/cancelled', { requestId }, { version, token: by })
    await cancel(7, other)
    await cancel(8, token)
    await cancel(7, token)

    await askMcp(sextant, 'tools/list')
    expect([left.has('/kept-1'), left.has('/kept-2')]).toEqual([false, false])
    leaving.abort()
    await Promise.allSettled(calls)
  })
})

test('a notification cancels only a call of its own session', async () => {
  const version = '2025-11-25'
  const { token } = await sextant.makeKey()
  const begin = async () => {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'a', version: '1' } }
    const { headers } = await sendMcp(sextant, 'initialize', params, { version, token })
    return { 'mcp-session-id': headers.get('mcp-session-id') ?? '' }
  }
  const [one, other] = [await begin(), await begin()]
  const url = `${site.origin}/of-session`
  const call = callTool(sextant, 'scrape', { url }, { version, token, id: 7, headers: one })
  await expect.poll(() => opened.has('/of-session')).toBe(true)
  const cancel = (headers: Record<string, string>) =>
    sendMcp(sextant, 'notifications/cancelled', { requestId: 7 }, { version, token, headers })

  await cancel(other)
  await askMcp(sextant, 'tools/list')
  const isLeft = left.has('/of-session')
  await cancel(one)

  expect(isLeft).toBe(false)
  expect(one).not.toEqual(other)
  await expect.poll(() => left.has('/of-session')).toBe(true)
  await call
})

test('a resource that takes too long to read is an error that says so', async () => {
  await using slow = await startTestGateway({
    tools: { callMsMax: 50 },
    store: store => ({
      ...store,
      library: { ...store.library, get: () => new Promise<never>(() => undefined) },
    }),
  })
  const uri = 'sextant://library/lib_4fQz8Yc1Wm0Rk7Tn2Vb9Xa5D'

  const { error, headers } = await askMcp(slow, 'resources/read', { uri })

  expect(error).toMatchObject({ data: { code: 'processing_timeout' } })
  expect(await slow.row(headers.get('x-request-id'))).toMatchObject({
    route: 'mcp-read-resource',
    status: 504,
  })
})

describe.each(eras)('with version %s', version => {
  test('a call that takes too long is a result that says so', async () => {
    await using slow = await startTestGateway({ allowPrivateHosts: [site.host], tools: { callMsMax: 300 } })
    const { result, text, headers } = await callTool(
      slow,
      'scrape',
      { url: `${site.origin}/late` },
      { version },
    )

    expect(result.isError).toBe(true)
    expect(text).toBe(
      'processing_timeout: The call took longer than 0.3 s, which is the limit. Ask for less.',
    )
    expect(await slow.row(headers.get('x-request-id'))).toMatchObject({ status: 504 })
  })

  test('a shutdown ends a call with a result, and waits for no listener', async () => {
    const path = `/draining-${version}`
    await using draining = await startTestGateway({ allowPrivateHosts: [site.host] })
    const listening = await sendMcp(draining, 'subscriptions/listen', {
      notifications: { toolsListChanged: true },
    })
    const call = callTool(draining, 'scrape', { url: site.origin + path }, { version })
    await expect.poll(() => opened.has(path)).toBe(true)

    const drained = draining.gateway.drain()

    expect((await call).text).toMatch(/^server_shutdown: /)
    expect(await listening.text()).toContain('"resultType":"complete"')
    await drained
  })
})
