import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWebServer, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { askMcp, callTool, sendMcp } from '#lib/gateway/__fixtures__/mcp-client.ts'
import { startTestGateway, type TestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'

let site: WebServer
let sextant: TestGateway
beforeAll(async () => {
  site = await startWebServer({
    '/tides': '<title>Tides</title><main><p>The tide is low at noon.</p><a href="/moon">The moon</a></main>',
  })
  sextant = await startTestGateway({
    allowPrivateHosts: [site.host],
    models: [{ id: 'priced', kind: 'rerank', upstream: 'words', price: { input: 1000, output: 0 } }],
    defaults: { chat: 'scripted/echo' },
    search: { configured: [{ id: 'searxng', baseUrl: 'http://127.0.0.1:1', apiKey: null }] },
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const allTools = [
  'scrape',
  'map',
  'search_web',
  'ai_search',
  'parse_document',
  'library_search',
  'library_add',
  'rerank',
]
const names = async (init: Parameters<typeof askMcp>[3] = {}) =>
  (await askMcp(sextant, 'tools/list', {}, init)).result.tools.map(({ name }) => name)

describe.each(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
  'a client of version %s',
  version => {
    test('gets the list of tools', async () => {
      expect(await names({ version })).toEqual(allTools)
    })

    test('calls a tool, which has a row with its name and its cost', async () => {
      const documents = ['nothing of it', 'a refund takes five days']
      const { result, headers } = await callTool(
        sextant,
        'rerank',
        { query: 'refund five days', documents, topN: 1 },
        { version, headers: { 'user-agent': 'some-agent/2' } },
      )

      expect(result.isError).toBe(false)
      expect(result.structuredContent).toEqual({ results: [{ index: 1, score: expect.any(Number) }] })
      expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent)
      const row = await sextant.row(headers.get('x-request-id'))
      expect(row).toMatchObject({ route: 'mcp-rerank', status: 200, answeredBy: 'priced' })
      expect(row.client).toBe(version === '2026-07-28' ? 'tester/1.0' : 'some-agent/2')
      expect(row.costNanos).toBeGreaterThan(0)
    })
  },
)

test('a client of the older protocol initializes with a session that no server has to remember', async () => {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'old', version: '1' },
  }
  const { status, result, headers } = await askMcp(sextant, 'initialize', params, { version: '2025-06-18' })

  expect(status).toBe(200)
  expect(result).toMatchObject({
    protocolVersion: '2025-06-18',
    serverInfo: { name: 'sextant' },
    capabilities: { tools: { listChanged: false }, resources: {} },
  })
  const session = { 'mcp-session-id': headers.get('mcp-session-id') ?? '' }
  expect(session['mcp-session-id']).toMatch(/^[\da-f-]{36}$/)
  const listed = await askMcp(sextant, 'tools/list', {}, { version: '2025-11-25', headers: session })
  expect(listed.error).toBeNull()
})

test('a client of the newer protocol discovers the server', async () => {
  const { result } = await askMcp(sextant, 'server/discover')

  expect(result).toMatchObject({
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: { listChanged: true } },
  })
})

test('lists are private to the key and say how long they hold', async () => {
  expect((await askMcp(sextant, 'tools/list')).result).toMatchObject({ ttlMs: 60_000, cacheScope: 'private' })
})

describe('the list of tools', () => {
  test('has small, closed schemas and is at most 12 KB', async () => {
    const { tools } = (await askMcp(sextant, 'tools/list')).result

    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(12 * 1024)
    for (const { inputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      const fields: [string, { description?: string; anyOf?: unknown }][] = Object.entries(
        inputSchema['properties'] ?? {},
      )
      expect(fields.length).toBeLessThanOrEqual(10)
      for (const [name, field] of fields) {
        expect([name, field.description?.length ?? 0]).toEqual([
          name,
          expect.toSatisfy((length: number) => length > 0 && length <= 120),
        ])
      }
      expect(JSON.stringify(inputSchema)).not.toMatch(/"\$ref"|"anyOf"|9007199254740991/)
    }
  })

  test.each([
    [['web'], ['scrape', 'map', 'search_web']],
    [
      ['web', 'chat'],
      ['scrape', 'map', 'search_web', 'ai_search'],
    ],
    [['documents'], ['parse_document']],
    [['library'], ['library_search', 'library_add']],
    [['rerank'], ['rerank']],
    [['embeddings'], []],
  ] as const)('of a key with the scopes %o has only their tools', async (scopes, listed) => {
    const { token } = await sextant.makeKey({ scopes: [...scopes] })

    expect(await names({ token })).toEqual(listed)
  })

  test('is narrowed by the URL, and never widened', async () => {
    const { token } = await sextant.makeKey({ scopes: ['web'] })

    expect(await names({ query: '?tools=scrape,rerank', token })).toEqual(['scrape'])
    const reading = allTools.filter(name => name !== 'library_add')
    for (const query of ['?readonly=1', '?readonly', '?readonly=yes', '?readonly=TRUE'])
      expect([query, await names({ query })]).toEqual([query, reading])
    for (const query of ['?readonly=0', '?readonly=false'])
      expect([query, await names({ query })]).toEqual([query, allTools])
  })

  test('has no web search where no backend is configured', async () => {
    await using bare = await startTestGateway()

    const { tools } = (await askMcp(bare, 'tools/list')).result

    expect(tools.map(({ name }) => name)).toEqual(
      allTools.filter(name => !['search_web', 'rerank'].includes(name)),
    )
  })

  test('has no tool whose models the key may not use', async () => {
    const { token } = await sextant.makeKey({ models: ['scripted/embed'] })

    expect(await names({ token })).toEqual(allTools.filter(name => !['ai_search', 'rerank'].includes(name)))
  })
})

describe('a tool that the key may not use', () => {
  test.each([
    ['rerank', 'of another scope', ''],
    ['unheard_of', 'that does not exist', ''],
    ['constructor', 'that only objects have', ''],
    ['map', 'that the URL leaves out', '?tools=scrape'],
  ])('%s, one %s, is unknown', async (name, _, query) => {
    const { token } = await sextant.makeKey({ scopes: ['web'] })

    const { error } = await callTool(sextant, name, {}, { token, query })

    expect(error).toMatchObject({ code: -32_602, message: `Unknown tool: ${name}` })
  })
})

test('a call of a tool of another scope has a row that says so, and one that the protocol refuses its status', async () => {
  const { token } = await sextant.makeKey({ scopes: ['web'] })
  const scoped = await callTool(sextant, 'rerank', {}, { token })
  const refused = await callTool(sextant, 'rerank', {}, { headers: { 'mcp-name': 'other' } })

  expect(await sextant.row(scoped.headers.get('x-request-id'))).toMatchObject({
    route: 'mcp-rerank',
    status: 403,
    errorCode: 'endpoint_not_allowed',
  })
  expect(refused).toMatchObject({ status: 400, error: { code: -32_020 } })
  expect(await sextant.row(refused.headers.get('x-request-id'))).toMatchObject({
    route: 'mcp-rerank',
    status: 400,
  })
})

test('a version that the server does not speak is refused with those that it speaks', async () => {
  const reply = await askMcp(
    sextant,
    'tools/list',
    {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2030-01-01',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
    { version: '2030-01-01' },
  )

  expect(reply).toMatchObject({ status: 400, error: { code: -32_022, data: { supported: ['2026-07-28'] } } })
})

describe('a request that is no call', () => {
  test('without a key, with a wrong one, or with one in another header gets 401 without OAuth metadata', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${sextant.url}/mcp`, { method: 'POST', headers, body: '{"jsonrpc":' })
    const answers = [
      await post({}),
      await post({ authorization: 'Bearer sxt_wrong' }),
      await post({ 'x-api-key': sextant.token }),
    ]

    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    expect(await answers[0]?.json()).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_000, data: { code: 'missing_api_key', type: 'invalid_request_error' } },
    })
  })

  test.each(['GET', 'DELETE', 'PUT'])('by %s gets 405', async method => {
    const answer = await fetch(`${sextant.url}/mcp`, { method })

    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  })

  test.each(['oauth-protected-resource', 'oauth-protected-resource/mcp', 'oauth-authorization-server'])(
    'for /.well-known/%s gets 404 as JSON',
    async name => {
      const answer = await fetch(`${sextant.url}/.well-known/${name}`)

      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
      expect(await answer.json()).toMatchObject({ error: { code: 'unknown_url' } })
    },
  )

  test('is not recorded, a notification included', async () => {
    const { token, id } = await sextant.makeKey()
    expect(
      (await sendMcp(sextant, 'notifications/initialized', {}, { token, version: '2025-06-18' })).status,
    ).toBe(202)
    await askMcp(sextant, 'tools/list', {}, { token })
    const { headers } = await callTool(sextant, 'rerank', { query: 'a', documents: ['a'] }, { token })
    await sextant.row(headers.get('x-request-id'))

    const rows = await sextant.store.requests.list(sextant.teamId, { limit: 100 })

    expect(rows.filter(({ keyId }) => keyId === id).map(({ route }) => route)).toEqual(['mcp-rerank'])
  })
})

test('a page as text has a head, and its links on request', async () => {
  const { text, result } = await callTool(sextant, 'scrape', { url: `${site.origin}/tides`, links: true })

  expect(text).toContain(`URL: ${site.origin}/tides\nTitle: Tides\nStatus: HTTP 200\nCharacters: 0 to `)
  expect(text).toContain('not instructions')
  expect(text).toContain('The tide is low at noon.')
  expect(text).toContain(`- ${site.origin}/moon`)
  expect(result).not.toHaveProperty('structuredContent')
})
