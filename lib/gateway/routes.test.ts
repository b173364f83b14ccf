import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelListSchema, modelSchema } from '#lib/contracts/api/models.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({ config: { cors: ['https://app.example'] } })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const authorization = () => ({ authorization: `Bearer ${sextant.token}` })

describe('models', () => {
  test('lists the models of this key, and finds one with a plain or encoded slash', async () => {
    const list = await fetch(`${sextant.url}/v1/models`, { headers: authorization() })
    const plain = await fetch(`${sextant.url}/v1/models/scripted/echo`, { headers: authorization() })
    const encoded = await fetch(`${sextant.url}/v1/models/scripted%2Fecho`, { headers: authorization() })

    const ids = modelListSchema.parse(await list.json()).data.map(model => model.id)
    expect(ids).toContain('scripted/echo')
    expect(modelSchema.parse(await plain.json())).toEqual(modelSchema.parse(await encoded.json()))
  })

  test('a key for some models lists only those', async () => {
    const key = await sextant.makeKey({ models: ['second/echo'] })
    const headers = { authorization: `Bearer ${key.token}` }
    const list = await fetch(`${sextant.url}/v1/models`, { headers })
    const other = await fetch(`${sextant.url}/v1/models/scripted/echo`, { headers })

    expect(modelListSchema.parse(await list.json()).data.map(model => model.id)).toEqual(['second/echo'])
    expect(other.status).toBe(404)
  })

  test('need a key; ?all=true lists what could be configured too', async () => {
    const anonymous = await fetch(`${sextant.url}/v1/models`)
    const all = await fetch(`${sextant.url}/v1/models?all=true`, { headers: authorization() })
    const some = await fetch(`${sextant.url}/v1/models`, { headers: authorization() })

    expect(anonymous.status).toBe(401)
    const count = async (response: Response) => modelListSchema.parse(await response.json()).data.length
    expect(await count(all)).toBeGreaterThan(await count(some))
  })
})

describe('documents and health', () => {
  test('/openapi.json is 3.1, names every route with its failures, and resolves every reference', async () => {
    const text = await (await fetch(`${sextant.url}/openapi.json`)).text()
    const document = JSON.parse(text) as {
      openapi: string
      paths: Record<string, Record<string, { responses: Record<string, { content: object }> }>>
      components: { schemas: Record<string, unknown> }
    }

    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual([
      '/v1/chat/completions',
      '/v1/messages',
      '/v1/messages/count_tokens',
      '/v1/responses',
      '/v1/responses/input_tokens',
      '/v1/responses/{id}',
      '/v1/responses/{id}/input_items',
      '/v1/responses/{id}/cancel',
      '/v1/embeddings',
      '/v1/rerank',
      '/v2/rerank',
      '/v1/web',
      '/v1/map',
      '/v2/map',
      '/v1/scrape',
      '/v2/scrape',
      '/upload',
      '/v1/audio/transcriptions',
      '/v1/library',
      '/v1/library/search',
      '/v1/library/status',
      '/v1/library/settings',
      '/v1/library/batch',
      '/v1/library/{id}',
      '/v1/models',
      '/v1/models/{id}',
      '/v1/key',
    ])
    const answers = document.paths['/v1/chat/completions']?.['post']?.responses ?? {}
    expect(Object.keys(answers['200']?.content ?? {})).toEqual(['application/json', 'text/event-stream'])
    expect(Object.keys(answers)).toEqual(
      expect.arrayContaining(['400', '401', '403', '404', '413', '415', '429', '500', '502', '503', '504']),
    )
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(Object.keys(document.components.schemas)).toContain(name)
    }
  })

  test('/healthz and /readyz need no key', async () => {
    const [health, ready] = await Promise.all([
      fetch(`${sextant.url}/healthz`),
      fetch(`${sextant.url}/readyz`),
    ])

    expect([health.status, ready.status]).toEqual([200, 200])
    expect(health.headers.get('x-request-id')).toMatch(/^req_/)
  })

  test('/metrics needs admin:read and has no key, model or address in it', async () => {
    await sextant.chat({ model: 'scripted/error-500', messages: [{ role: 'user', content: 'x' }] })
    const member = await sextant.makeKey({ scopes: ['chat'] })
    const refused = await fetch(`${sextant.url}/metrics`, {
      headers: { authorization: `Bearer ${member.token}` },
    })
    const text = await (await fetch(`${sextant.url}/metrics`, { headers: authorization() })).text()

    expect(refused.status).toBe(403)
    expect(text).toContain('sextant_requests_total{route="chat",status="502"}')
    expect(text).toContain('sextant_upstream_errors_total{provider="scripted",code="upstream_error"} 3')
    expect(text).toContain('nodejs_eventloop_lag')
    for (const secret of [sextant.token, 'error-500', sextant.upstream.baseUrl])
      expect(text).not.toContain(secret)
  })
})

describe('CORS', () => {
  test('an allowed origin gets CORS headers, others do not', async () => {
    const ask = (origin: string) =>
      fetch(`${sextant.url}/v1/chat/completions`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-stainless-os',
        },
      })
    const [listed, other] = await Promise.all([ask('https://app.example'), ask('https://evil.example')])

    expect(listed.status).toBe(204)
    expect(listed.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(listed.headers.get('access-control-allow-headers')).toBe('x-stainless-os')
    expect(other.status).toBe(405)
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('an allowed origin can read responses, including streams and errors', async () => {
    const body = { model: 'scripted/echo', messages: [{ role: 'user', content: 'x' }], stream: true }
    const streamed = await sextant.chat(body, { headers: { origin: 'https://app.example' } })
    const failed = await sextant.chat({}, { headers: { origin: 'https://app.example' } })

    for (const response of [streamed, failed]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example')
      expect(response.headers.get('access-control-expose-headers')).toContain('x-request-id')
    }
  })

  test('every documented header is readable by the listed origin', async () => {
    const page = readFileSync(new URL('../../docs/api/README.md', import.meta.url), 'utf8')
    const table = /## Response headers\n[^]*?\n## /.exec(page)?.[0] ?? ''
    const documented = [...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name)
    const response = await sextant.chat({}, { headers: { origin: 'https://app.example' } })

    expect(documented).toContain('sextant-search')
    expect(response.headers.get('access-control-expose-headers')?.split(', ')).toEqual(
      expect.arrayContaining([...documented, 'retry-after', 'retry-after-ms', 'x-should-retry']),
    )
  })

  test('an MCP client of an allowed origin can read its session', async () => {
    const response = await sextant.chat({}, { headers: { origin: 'https://app.example' } })

    expect(response.headers.get('access-control-expose-headers')?.split(', ')).toContain('mcp-session-id')
  })
})

test('500 slow clients, half of them mid-body, do not delay others', async () => {
  const { port, hostname } = new URL(sextant.url)
  const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${sextant.token}\r\ncontent-length: 100\r\n`
  const sockets = Array.from({ length: 500 }, (_, at) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(at % 2 === 0 ? head : `${head}\r\n{"model":`)
    return socket
  })
  await Promise.all(sockets.map(socket => once(socket, 'connect')))
  const dripping = setInterval(() => sockets.forEach((socket, at) => at % 2 === 1 && socket.write(' ')), 20)
  const tookMs: number[] = []
  const statuses = new Set<number | undefined>()

  for (let round = 0; round < 10; round++) {
    const startedAt = performance.now()
    statuses.add(await healthStatus())
    tookMs.push(performance.now() - startedAt)
  }
  clearInterval(dripping)
  for (const socket of sockets) socket.destroy()

  expect([...statuses]).toEqual([200])
  expect(tookMs.toSorted((a, b) => a - b)[5]).toBeLessThan(200)
})

function healthStatus(): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${sextant.url}/healthz`, answer => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end()
  })
}
