import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashApiKey } from '#lib/store/keys/api-key.ts'
import { answer } from './http/answer.ts'
import { createKey } from './keys/create-key.ts'
import { listDownloads, listModels, pullModel } from './providers/models.ts'
import { listRefusedRequests } from './api/refused-requests.ts'
import { run } from './api/run.ts'
import { store } from './core/store.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'sextant-console-'))
const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
const gateway = createServer((request, response) => {
  seen.push({ url: request.url, headers: request.headers })
  response.setHeader('content-type', 'application/json')
  request.resume().on('end', () => response.end('{"object":"list","data":[]}'))
})

beforeAll(async () => {
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  vi.stubEnv('SEXTANT_DATA_DIR', dataDir)
  vi.stubEnv('SEXTANT_INTERNAL_TOKEN', 'internal-token-of-this-start')
  vi.stubEnv('SEXTANT_GATEWAY_PORT', String((gateway.address() as AddressInfo).port))
})
afterAll(async () => {
  gateway.close()
  await (await store()).close()
  rmSync(dataDir, { recursive: true })
  vi.unstubAllEnvs()
})

const ours = { host: 'localhost:3000', origin: 'http://localhost:3000', 'content-type': 'application/json' }
const request = (path: string, init: RequestInit = {}) =>
  new Request(`http://localhost:3000${path}`, { method: 'POST', headers: ours, body: '{}', ...init })
const noBody = { body: null }

describe('a cross-site request', () => {
  const routes = [
    ['run', run, '/api/run/v1/chat/completions'],
    ['create a key', createKey, '/api/keys'],
    ['pull a model', pullModel, '/api/models/pull?id=local/x'],
  ] as const
  const forged = [
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3001' },
    { origin: 'null' },
    { origin: 'http://evil.example:3000', host: 'evil.example:3000' },
  ]

  test.each(routes.flatMap(route => forged.map(headers => [...route, headers] as const)))(
    'cannot %s',
    async (_, route, path, headers) => {
      const before = seen.length

      const response = await route(request(path, { headers: { ...ours, ...headers } }))

      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ error: { code: 'forbidden_origin' } })
      expect(seen.length).toBe(before)
    },
  )

  test('cannot list models under a foreign host name', async () => {
    const response = await listModels(
      request('/api/models', { method: 'GET', ...noBody, headers: { host: 'evil.example' } }),
    )

    expect(response.status).toBe(403)
  })
})

describe('a run', () => {
  test('is sent with the member’s own key, which is stored only as a hash and never returned', async () => {
    const response = await run(request('/api/run/v1/chat/completions?x=1'))

    const { url, headers } = seen.at(-1) ?? { url: undefined, headers: {} }
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    const row = await (await store()).keys.findByHash(hashApiKey(token))
    expect(url).toBe('/v1/chat/completions?x=1')
    expect(token).toMatch(/^sxt_/)
    expect(row).toMatchObject({ kind: 'playground', name: 'Playground (Owner)' })
    expect(JSON.stringify([...response.headers]) + (await response.text())).not.toContain(token)
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).not.toContain(token)
  })

  test.each(['/api/run/internal/models', '/api/run/metrics', '/api/run/', '/api/run/v1', '/api/run/healthz'])(
    'of %s is rejected here',
    async path => {
      const before = seen.length

      const response = await run(request(path))

      expect(response.status).toBe(404)
      expect(seen.length).toBe(before)
    },
  )
})

describe('a new key', () => {
  test('is shown once, may call one endpoint, and is not cached', async () => {
    const response = await createKey(
      request('/api/keys', { body: JSON.stringify({ name: ' mine ', contract: 'chat' }) }),
    )

    const body: { token?: string } = await response.json()
    const row = await (await store()).keys.findByHash(hashApiKey(body.token ?? ''))
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(row).toMatchObject({ kind: 'api', name: 'mine', scopes: ['chat'] })
  })

  test.each([
    ['embeddings', 'embeddings'],
    ['rerank', 'rerank'],
    ['map', 'web'],
    ['scrape', 'web'],
    ['search', 'web'],
    ['upload', 'documents'],
  ])('of the page %s can call the endpoints of that page', async (contract, scope) => {
    const response = await createKey(
      request('/api/keys', { body: JSON.stringify({ name: contract, contract }) }),
    )

    expect(await response.json()).toMatchObject({ key: { scopes: [scope] } })
  })

  test.each([
    ['without a name', '{"name":"  ","contract":"chat"}', 'name'],
    ['with a long name', JSON.stringify({ name: 'x'.repeat(101), contract: 'chat' }), 'name'],
    ['with a line break', JSON.stringify({ name: 'a\nb', contract: 'chat' }), 'name'],
    ['with an escape sequence', JSON.stringify({ name: 'a\u001b[31mb', contract: 'chat' }), 'name'],
    ['for an unknown playground', '{"name":"a","contract":"constructor"}', 'contract'],
  ])('is rejected %s', async (_, body, param) => {
    const response = await createKey(request('/api/keys', { body }))

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { param } })
  })

  test.each([
    ['no JSON', '{', {}, 400],
    ['a list', '[]', {}, 400],
    ['another type', 'name=a', { 'content-type': 'text/plain' }, 415],
    ['more than 64 KiB', JSON.stringify({ name: 'x'.repeat(70_000) }), {}, 413],
  ])('is rejected for %s', async (_, body, headers, status) => {
    expect((await createKey(request('/api/keys', { body, headers: { ...ours, ...headers } }))).status).toBe(
      status,
    )
  })
})

describe('models', () => {
  test('are listed by the public API, ready or not', async () => {
    await listModels(request('/api/models', { method: 'GET', ...noBody }))

    expect(seen.at(-1)).toMatchObject({ url: '/v1/models?all=true' })
  })

  test('are downloaded and followed over the operator routes, whose token stays on the server', async () => {
    const pulled = await pullModel(request('/api/models/pull?id=local%2Fsmall', noBody))
    await listDownloads(request('/api/models/downloads', { method: 'GET', ...noBody }))

    expect(seen.at(-2)).toMatchObject({
      url: '/internal/models/local%2Fsmall/pull',
      headers: { 'x-sextant-internal': 'internal-token-of-this-start' },
    })
    expect(seen.at(-1)).toMatchObject({ url: '/internal/downloads' })
    expect(JSON.stringify([...pulled.headers])).not.toContain('internal-token')
  })

  test.each(['', '../x', 'local/../../x', 'a/b/c', 'x'])(
    'a name such as %j reaches no operator route',
    async id => {
      const before = seen.length

      const response = await pullModel(request(`/api/models/pull?id=${encodeURIComponent(id)}`, noBody))

      expect(response.status).toBe(400)
      expect(seen.length).toBe(before)
    },
  )
})

test('refused requests are those of the address that the gateway saw', async () => {
  const headers = { ...ours, 'x-forwarded-for': '203.0.113.7' }
  await listRefusedRequests(
    request('/api/requests/refused?since=5&address=198.51.100.1', { method: 'GET', ...noBody, headers }),
  )

  expect(seen.at(-1)?.url).toBe('/internal/refused?address=203.0.113.7&since=5')
})

test('an internal error shows no details to the browser, and logs them without secrets', async () => {
  const written: unknown[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation(text => written.push(text) > 0)
  const response = await answer(request('/api/keys'), () =>
    Promise.reject(new Error('the disk is on fire: sk-0123456789abcdef')),
  )
  write.mockRestore()

  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('fire')
  expect(written.join('')).toMatch(/^POST \/api\/keys: .*the disk is on fire: sk-\[redacted\]/)
})
