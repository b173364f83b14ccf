import { afterEach, expect, test, vi } from 'vitest'
import { askConsole } from './ask-console.ts'

afterEach(() => vi.unstubAllGlobals())

function answering(status: number, body: string) {
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
  fetch.mockImplementation(async () => new Response(body, { status }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('the body is sent as JSON and the response is returned', async () => {
  const fetch = answering(201, '{"id":"a"}')

  expect(await askConsole('POST', '/api/keys', { name: 'a' })).toEqual({ id: 'a' })

  expect(fetch).toHaveBeenCalledWith('/api/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"a"}',
  })
})

test('an error has its message and the invalid field', async () => {
  answering(400, '{"error":{"message":"Too short.","type":"x","param":"name","code":"invalid_value"}}')

  await expect(askConsole('POST', '/api/keys', {})).rejects.toMatchObject({
    message: 'Too short.',
    code: 'invalid_value',
    param: 'name',
  })
})

test('a proxy’s error page is an error with its status', async () => {
  answering(502, '<html>Bad gateway</html>')

  await expect(askConsole('GET', '/api/people')).rejects.toMatchObject({
    message: 'The console returned HTTP 502.',
    code: 'http_502',
    param: null,
  })
})

test('a missing response is an error', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))

  await expect(askConsole('GET', '/api/people')).rejects.toMatchObject({ code: 'unreachable' })
})
