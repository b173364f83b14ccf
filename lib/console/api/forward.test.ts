import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { forward, UnreachableError } from './forward.ts'

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    target: {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      headers: { authorization: 'Bearer server-side' },
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const post = (body: BodyInit, init: RequestInit = {}) =>
  new Request('http://localhost/api/run/v1/x', { method: 'POST', body, ...init })

test('status, body and allowed headers of the API are returned unchanged, other headers are removed', async () => {
  await using api = await serve((_, response) => {
    response.writeHead(429, {
      'content-type': 'application/json',
      'x-request-id': 'req_1',
      'retry-after': '7',
      'sextant-provider': 'local',
      'x-ratelimit-limit-requests': '60',
      'set-cookie': 'a=b',
      server: 'secret/1.0',
    })
    response.end('{"error": {"code":  "rate_limit_exceeded"}}')
  })

  const response = await forward(post('{}'), api.target, '/v1/x')

  expect(response.status).toBe(429)
  expect(await response.text()).toBe('{"error": {"code":  "rate_limit_exceeded"}}')
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'no-cache, no-transform',
    'content-type': 'application/json',
    'retry-after': '7',
    'sextant-provider': 'local',
    'x-content-type-options': 'nosniff',
    'x-ratelimit-limit-requests': '60',
    'x-request-id': 'req_1',
  })
})

test('only allowed headers and our own key reach the API', async () => {
  const seen = Promise.withResolvers<NodeJS.Dict<string | string[]>>()
  await using api = await serve((request, response) => {
    seen.resolve(request.headers)
    response.end()
  })
  const headers = {
    'content-type': 'application/json',
    cookie: 'session=1',
    authorization: 'Bearer theirs',
    'x-forwarded-for': '1.2.3.4',
  }

  await forward(post('{}', { headers }), api.target, '/v1/x')

  const received = await seen.promise
  expect(received['authorization']).toBe('Bearer server-side')
  expect(received['accept-encoding']).toBe('identity')
  expect(received['cookie']).toBeUndefined()
  expect(received['x-forwarded-for']).toBeUndefined()
})

test.each([11, 32])('a body of %i MiB arrives complete', async mebibytes => {
  const body = randomBytes(mebibytes * 1024 * 1024)
  await using api = await serve((request, response) => {
    const hash = createHash('sha256')
    request.on('data', chunk => hash.update(chunk)).on('end', () => response.end(hash.digest('hex')))
  })

  const response = await forward(post(body), api.target, '/v1/x')

  expect(await response.text()).toBe(createHash('sha256').update(body).digest('hex'))
})

test('a body above the limit is rejected, with or without a content length', async () => {
  await using api = await serve((request, response) => request.resume().on('end', () => response.end()))
  const chunk = new Uint8Array(1024 * 1024)
  const endless = new ReadableStream<Uint8Array>({ pull: controller => controller.enqueue(chunk) })

  const announced = forward(
    post('{}', { headers: { 'content-length': String(34 * 1024 * 1024) } }),
    api.target,
    '/v1/x',
  )
  const streamed = forward(post(endless, { duplex: 'half' } as RequestInit), api.target, '/v1/x')

  await expect(announced).rejects.toMatchObject({ code: 'request_too_large' })
  await expect(streamed).rejects.toMatchObject({ code: 'request_too_large' })
})

test('a stream is forwarded as it arrives, and canceled upstream when the reader leaves', async () => {
  const closed = Promise.withResolvers<void>()
  await using api = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    response.on('close', () => closed.resolve())
  })

  const response = await forward(post('{}'), api.target, '/v1/x')
  const reader = response.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()

  expect(new TextDecoder().decode(first?.value)).toBe('data: 1\n\n')
  await closed.promise
})

test('a browser abort before the response cancels the upstream request', async () => {
  const asked = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  await using api = await serve((_, response) => {
    asked.resolve()
    response.on('close', () => closed.resolve())
  })
  const controller = new AbortController()

  const answer = forward(post('{}', { signal: controller.signal }), api.target, '/v1/x')
  await asked.promise
  controller.abort()

  await expect(answer).rejects.toThrow(/abort/i)
  await closed.promise
})

test('an unreachable API is reported with the reason', async () => {
  const gone = await serve((_, response) => response.end())
  await gone[Symbol.asyncDispose]()

  const answer = forward(post('{}'), gone.target, '/v1/x')

  await expect(answer).rejects.toThrow(UnreachableError)
  await expect(answer).rejects.toThrow(/ECONNREFUSED/)
})
