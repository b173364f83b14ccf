import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { probeProvider } from './probe-provider.ts'
import type { ProviderEntry } from './provider-entry.ts'
import { createUpstream } from '#lib/providers/transport/upstream.ts'

const apiKey = 'canary-key-0123456789abcdef'
const list = { data: [{ id: 'qwen3-32b' }, { id: 'BAAI/bge-m3' }] }

interface Seen {
  readonly asked: string[]
  readonly baseUrl: string
}

async function startServer(
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
): Promise<Seen> {
  const asked: string[] = []
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    incoming.resume().on('end', () => answer(incoming, outgoing))
  })
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

function probe(entry: Partial<ProviderEntry>, allowPrivateProviders: readonly string[] = ['127.0.0.0/8']) {
  const upstream = createUpstream({ connectMs: 1000, allowPrivateProviders })
  onTestFinished(() => upstream.close())
  const whole = { id: 'own', kind: 'openai', baseUrl: null, apiKey, from: 'console', ...entry } as const
  const deps = { request: upstream.request, fetchImage: () => Promise.reject(new Error('no images here')) }
  return probeProvider(whole, deps, new AbortController().signal)
}

test('a valid key gives the models and the latency', async () => {
  const { baseUrl, asked } = await startServer((incoming, outgoing) => {
    expect(incoming.headers.authorization).toBe(`Bearer ${apiKey}`)
    outgoing.end(JSON.stringify(list))
  })

  const outcome = await probe({ baseUrl })

  expect(outcome).toMatchObject({
    ok: true,
    models: [
      { id: 'qwen3-32b', kind: 'chat' },
      { id: 'BAAI/bge-m3', kind: 'embeddings' },
    ],
  })
  expect(outcome.latencyMs).toBeGreaterThanOrEqual(0)
  expect(asked[0]).toBe('GET /v1/models')
})

test('each of several keys is tested, and the one that is rejected is named', async () => {
  const wrong = 'wrong-key-0123456789abcdef'
  const { baseUrl, asked } = await startServer((incoming, outgoing) => {
    if (incoming.headers.authorization === `Bearer ${apiKey}`) return outgoing.end(JSON.stringify(list))
    outgoing.writeHead(401).end(JSON.stringify({ error: { message: `Incorrect API key: ${wrong}` } }))
  })

  expect(await probe({ baseUrl, apiKeys: [apiKey, wrong] })).toMatchObject({
    ok: false,
    status: 401,
    reason: 'Key 2 of 2: Incorrect API key: [redacted]',
  })
  asked.length = 0
  expect(await probe({ baseUrl, apiKeys: [apiKey, apiKey] })).toMatchObject({ ok: true })
  expect(asked.filter(request => request === 'GET /v1/models').length).toBeGreaterThanOrEqual(2)
})

test('a key that cannot be decrypted is not sent, and the others keep their numbers', async () => {
  const { baseUrl } = await startServer((incoming, outgoing) => {
    if (incoming.headers.authorization === `Bearer ${apiKey}`) return outgoing.end(JSON.stringify(list))
    outgoing.writeHead(401).end(JSON.stringify({ error: { message: 'Incorrect API key' } }))
  })

  expect(await probe({ baseUrl, apiKeys: [null, apiKey] })).toMatchObject({ ok: true })
  expect(await probe({ baseUrl, apiKeys: [null, 'wrong-key-0123456789abcdef'] })).toMatchObject({
    reason: 'Key 2 of 2: Incorrect API key',
  })
})

test("an error has the provider's message, without the key", async () => {
  const { baseUrl } = await startServer((_, outgoing) => {
    outgoing.statusCode = 401
    outgoing.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${apiKey}` } }))
  })

  const outcome = await probe({ baseUrl })

  expect(outcome).toMatchObject({
    ok: false,
    status: 401,
    reason: 'Incorrect API key provided: [redacted]',
  })
})

test('a web page is not reported as an unreachable server', async () => {
  const { baseUrl } = await startServer((_, outgoing) =>
    outgoing.end('<!doctype html><title>Sign in</title>'),
  )

  const outcome = await probe({ baseUrl })

  expect(outcome).toMatchObject({ ok: false, status: 200 })
  expect(outcome).toHaveProperty('reason', expect.stringContaining('returned a web page'))
})

test('a response that is not JSON is quoted from its beginning', async () => {
  const { baseUrl } = await startServer((_, outgoing) => {
    outgoing.statusCode = 502
    outgoing.end(`<html>${'x'.repeat(2000)}`)
  })

  const outcome = await probe({ baseUrl })

  expect(outcome).toMatchObject({ ok: false, status: 502 })
  expect(outcome.ok ? '' : outcome.reason).toMatch(/^<html>x{494}$/)
})

test('where the model list is public, another request checks the key', async () => {
  const { baseUrl, asked } = await startServer((_, outgoing) => {
    outgoing.statusCode = 401
    outgoing.end('{"detail":"Invalid"}')
  })

  const outcomes = [
    await probe({ kind: 'voyage', baseUrl }),
    await probe({ kind: 'jina', baseUrl }),
    await probe({ server: 'openrouter', baseUrl }),
  ]

  expect(asked).toEqual(['POST /v1/embeddings', 'POST /v1/embeddings', 'GET /v1/key'])
  expect(outcomes.map(outcome => (outcome.ok ? '' : outcome.reason))).toEqual([
    'Invalid',
    'Invalid',
    'Invalid',
  ])
})

test('a private address is refused before any request, and the error names the setting that allows it', async () => {
  const { baseUrl, asked } = await startServer((_, outgoing) => outgoing.end('{}'))

  const outcome = await probe({ baseUrl }, [])

  expect(outcome).toMatchObject({ ok: false, status: null })
  expect(outcome.ok ? '' : outcome.reason).toContain('ALLOW_PRIVATE_PROVIDERS')
  expect(asked).toEqual([])
})

test('a missing response is reported by its fault', async () => {
  const outcome = await probe({ baseUrl: 'http://127.0.0.1:1/v1' })

  expect(outcome).toEqual({
    ok: false,
    latencyMs: expect.any(Number),
    status: null,
    reason: expect.stringMatching(/^The connection failed \(ECONNREFUSED\)\.$/),
  })
})

describe('the Messages API of a provider beside its own format', () => {
  const startWith = (status: number, body: string) =>
    startServer((incoming, outgoing) => {
      if (incoming.url?.endsWith('/messages') !== true) return outgoing.end(JSON.stringify(list))
      expect(incoming.headers['x-api-key']).toBe(apiKey)
      outgoing.statusCode = status
      return outgoing.end(body)
    })
  const missing = JSON.stringify({ type: 'error', error: { message: 'model: Field required' } })
  const wrong = JSON.stringify({ type: 'error', error: { message: `invalid x-api-key ${apiKey}` } })

  test.each([
    [400, missing, { ok: true }],
    [422, missing, { ok: true }],
    [404, '{"detail":"Not Found"}', { ok: false, status: 404, reason: 'Not Found' }],
    [401, wrong, { ok: false, status: 401, reason: 'invalid x-api-key [redacted]' }],
    [200, '<html>', { ok: false, status: 200, reason: expect.stringContaining('a web page') as string }],
  ])('that answers an empty request with %i gives %j', async (status, body, expected) => {
    const { baseUrl, asked } = await startWith(status, body)

    const outcome = await probe({ baseUrl, apiFormats: { messages: true } })

    expect(outcome).toMatchObject({ ok: true, models: [{ id: 'qwen3-32b' }, {}], messagesApi: expected })
    expect(asked.at(-1)).toBe('POST /v1/messages')
  })

  test('and the other one each have a result', async () => {
    const { baseUrl, asked } = await startWith(400, missing)

    const outcome = await probe({ baseUrl, apiFormats: { messages: true, responses: true } })

    expect(outcome).toMatchObject({ messagesApi: { ok: true }, responsesApi: { ok: true } })
    expect(asked.slice(-2)).toEqual(['POST /v1/messages', 'POST /v1/responses'])
  })

  test('is requested at its own URL, and not at all without one', async () => {
    const { baseUrl, asked } = await startWith(400, missing)
    const own = `${new URL(baseUrl).origin}/anthropic/v1`

    expect(await probe({ baseUrl, apiFormats: { messages: own } })).toMatchObject({
      messagesApi: { ok: true },
    })
    expect(asked.at(-1)).toBe('POST /anthropic/v1/messages')
    expect(await probe({ baseUrl })).not.toHaveProperty('messagesApi')
    expect(await probe({ baseUrl })).not.toHaveProperty('responsesApi')
  })
})
