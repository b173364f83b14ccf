import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { type BackendReply, closedAddress, recorded, startBackend } from './__fixtures__/backend-server.ts'
import { at, createTestSearch, testKey } from './__fixtures__/test-search.ts'

const html = {
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Just a moment…</title>',
}

test.for<readonly [string, BackendReply, string, string, number]>([
  [
    '429',
    { status: 429, headers: { 'retry-after': '7' }, body: '' },
    'rate_limited',
    '429: too many requests',
    1,
  ],
  [
    '403',
    { status: 403, body: 'Forbidden' },
    'configuration',
    '403: json is not in search.formats of its settings.yml',
    1,
  ],
  ['404', { status: 404, ...html }, 'configuration', '404: no search API at this URL', 1],
  [
    'a redirect',
    { status: 302, headers: { location: '/' }, body: '' },
    'configuration',
    '302: no search API at this URL',
    1,
  ],
  ['400', { status: 400, body: '' }, 'error', 'status 400', 1],
  ['500 twice', { status: 500, body: 'oops' }, 'error', 'status 500', 2],
  ['a truncated response, twice', { kind: 'cut' }, 'error', 'connection interrupted', 2],
  ['HTML for JSON', html, 'error', 'HTML instead of JSON', 1],
  ['an empty body', { body: '' }, 'error', 'empty response', 1],
  ['half of JSON', { body: '{"results":' }, 'error', 'invalid JSON', 1],
  ['other JSON', { body: { ok: true } }, 'error', 'JSON without results', 1],
  ['too much', { body: { results: ['x'.repeat(3_000_000)] } }, 'error', 'response too large', 1],
  [
    'an unknown encoding',
    { headers: { 'content-encoding': 'rot13' }, body: 'x' },
    'error',
    'unreadable response',
    1,
  ],
])(
  '%s: the failure is reported and the next backend is queried',
  async ([, reply, kind, reason, requests], context) => {
    await using searxng = await startBackend(reply)
    await using brave = await startBackend(recorded('brave-web.json'))
    const { search, faults } = createTestSearch(context, [
      at('searxng', searxng.origin),
      at('brave', brave.origin, testKey),
    ])

    const { documents, failures } = await search({})

    expect(documents.map(({ backend }) => backend)).toEqual(['brave'])
    expect(failures).toEqual([{ backend: 'searxng', kind, reason }])
    expect(searxng.asked).toHaveLength(requests)
    expect(faults).toEqual([])
  },
)

test('a temporary server error is not a failure', async context => {
  await using server = await startBackend({ status: 503, body: '' }, recorded('brave-web.json'))
  const { search } = createTestSearch(context, [at('brave', server.origin, testKey)])

  expect(await search({})).toMatchObject({ documents: [{ backend: 'brave' }], failures: [] })
})

test.for<readonly ['brave' | 'serper' | 'tavily' | 'youtube', number, 'web' | 'videos', string]>([
  ['brave', 401, 'web', '401: key rejected'],
  ['brave', 402, 'web', '402: no credit left'],
  ['serper', 400, 'web', '400: out of credits, or invalid query'],
  ['tavily', 432, 'web', '432: plan limit reached'],
  ['youtube', 403, 'videos', '403: daily quota exceeded, or key rejected'],
])('%s with %i is a configuration error', async ([id, status, kind, reason], context) => {
  await using server = await startBackend({ status, body: '{}' })
  const { search } = createTestSearch(context, [at(id, server.origin, testKey)])

  const { failures, answered } = await search({ kind })

  expect(failures).toEqual([{ backend: id, kind: 'configuration', reason }])
  expect(answered).toEqual([])
})

test('an unreachable backend is not queried again for a minute', async context => {
  await using brave = await startBackend(recorded('brave-web.json'))
  const { search } = createTestSearch(context, [
    at('searxng', await closedAddress()),
    at('brave', brave.origin, testKey),
  ])

  const [first] = (await search({})).failures
  const [second] = (await search({})).failures

  expect(first).toEqual({ backend: 'searxng', kind: 'unreachable', reason: 'cannot connect' })
  expect(second).toMatchObject({ backend: 'searxng', kind: 'unreachable' })
  expect(second?.reason).toMatch(/^cannot connect; retry in (60|[45]\d) s$/)
})

test('queued searches of an unreachable backend fail together', async context => {
  const { search } = createTestSearch(context, [], { builtIn: [at('mediawiki', await closedAddress())] })

  const outcomes = await Promise.all([search({}), search({}), search({})])

  const reasons = outcomes.map(({ failures }) => failures[0]?.reason)
  expect(reasons[0]).toBe('cannot connect')
  for (const reason of reasons.slice(1)) expect(reason).toMatch(/^cannot connect; retry in \d+ s$/)
})

test('a backend that keeps failing is in cooldown, with the reason', async context => {
  await using server = await startBackend({ status: 403, body: '' })
  const { search } = createTestSearch(context, [at('searxng', server.origin)])

  for (let time = 0; time < 5; time++) await search({})
  const { failures } = await search({})

  expect(server.asked).toHaveLength(5)
  expect(failures).toEqual([
    {
      backend: 'searxng',
      kind: 'configuration',
      reason: expect.stringMatching(/^403: json is not in search\.formats .*; retry in \d+ s$/),
    },
  ])
})

test('a requested cooldown is respected', async context => {
  await using server = await startBackend(
    { status: 429, headers: { 'retry-after': '600' }, body: '' },
    recorded('brave-web.json'),
  )
  const { search } = createTestSearch(context, [at('brave', server.origin, testKey)])

  await search({})
  const { failures } = await search({})

  expect(server.asked).toHaveLength(1)
  expect(failures[0]?.kind).toBe('rate_limited')
})

test('an unresponsive backend ends with the search timeout, and is reported', async context => {
  await using server = await startBackend({ kind: 'hang' })
  const { search } = createTestSearch(context, [at('searxng', server.origin)])

  const { failures, answered } = await search({ timeoutMs: 300 })

  expect(failures).toEqual([{ backend: 'searxng', kind: 'timeout', reason: 'timed out' }])
  expect(answered).toEqual([])
})

test('one of several parallel backends may fail', async context => {
  await using arxiv = await startBackend(recorded('arxiv.xml'))
  await using pubmed = await startBackend({ status: 400, body: '' })
  const { search } = createTestSearch(context, [], {
    builtIn: [at('arxiv', arxiv.origin), at('pubmed', pubmed.origin)],
  })

  const { documents, failures } = await search({ kind: 'academic' })

  expect(documents.map(({ backend }) => backend)).toEqual(['arxiv'])
  expect(failures).toMatchObject([{ backend: 'pubmed', kind: 'error' }])
})

test('a caller abort closes the connection immediately', async context => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const caller = new AbortController()
  const { search } = createTestSearch(context, [at('searxng', `http://127.0.0.1:${address.port}`)])

  const connected = once(server, 'connection')
  const searched = search({ signal: caller.signal })
  const [socket] = (await connected) as [Socket]
  await once(socket, 'data')
  const closed = once(socket, 'close')
  caller.abort(new Error('the caller left'))

  await expect(searched).rejects.toThrow('the caller left')
  await closed
})

test('metadata addresses stay blocked, even if the operator sets the URL', async context => {
  const { search } = createTestSearch(context, [at('searxng', 'http://169.254.169.254')])

  expect((await search({})).failures).toEqual([
    { backend: 'searxng', kind: 'configuration', reason: 'its address is blocked' },
  ])
})

test('a key never appears in a result, failure or log, whatever a backend echoes', async context => {
  const echo = { url: `https://example.org/?key=${testKey}`, title: testKey, content: `key ${testKey}` }
  const replies: BackendReply[] = [
    { body: { web: { results: [{ ...echo, description: testKey }] } } },
    { status: 401, headers: { 'x-error': testKey }, body: testKey },
    { status: 302, headers: { location: `http://evil.example/${testKey}` }, body: testKey },
    { body: `not JSON ${testKey}` },
    { kind: 'cut' },
    { status: 500, body: testKey },
  ]
  const seen: string[] = []
  for (const reply of replies) {
    await using server = await startBackend(reply)
    const { search, faults } = createTestSearch(context, [
      at('brave', server.origin, testKey),
      at('wolfram', server.origin, testKey),
      at('openalex', server.origin, testKey),
    ])
    const outcomes = [await search({}), await search({ kind: 'math' }), await search({ kind: 'academic' })]
    expect(JSON.stringify(server.asked)).toContain(testKey)
    seen.push(JSON.stringify(outcomes), ...faults.map(fault => String((fault as Error).stack)), server.origin)
    expect(JSON.stringify(outcomes)).not.toContain(server.origin)
  }

  expect(seen.join('\n')).toContain('[redacted]')
  expect(seen.join('\n')).not.toContain(testKey)
})
