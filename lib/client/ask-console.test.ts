import { afterEach, expect, test, vi } from 'vitest'
import { askConsole } from './ask-console.ts'

afterEach(() => vi.unstubAllGlobals())

function answering(status: number, body: string) {
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
  fetch.mockImplementation(async () => new Response(body, { status }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('a body goes as JSON, and what is answered comes back', async () => {
  const fetch = answering(201, '{"id":"a"}')

  expect(await askConsole('POST', '/api/keys', { name: 'a' })).toEqual({ id: 'a' })

  expect(fetch).toHaveBeenCalledWith('/api/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"a"}',
  })
})

test('a refusal says why, and which field it is about', async () => {
  answering(400, '{"error":{"message":"Too short.","type":"x","param":"name","code":"invalid_value"}}')

  await expect(askConsole('POST', '/api/keys', {})).rejects.toMatchObject({
    message: 'Too short.',
    code: 'invalid_value',
    param: 'name',
  })
})

test('a page of a proxy in between is a refusal with its status', async () => {
  answering(502, '<html>Bad gateway</html>')

  await expect(askConsole('GET', '/api/people')).rejects.toMatchObject({
    message: 'The console answered 502.',
    code: 'http_502',
    param: null,
  })
})

test('no answer at all is one too', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))

  await expect(askConsole('GET', '/api/people')).rejects.toMatchObject({ code: 'unreachable' })
})
