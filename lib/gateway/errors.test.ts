import { request } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readError } from './__fixtures__/read-error.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway()
})
afterAll(() => sextant[Symbol.asyncDispose]())

const messages = [{ role: 'user', content: 'hello' }]
const ok = { model: 'scripted/echo', messages }

describe('400 validation', () => {
  test.each([
    ['missing_required_parameter', 'model', {}],
    ['missing_required_parameter', 'model', { ...ok, model: null }],
    ['missing_required_parameter', 'messages.0.content', { ...ok, messages: [{ role: 'user' }] }],
    ['invalid_type', null, []],
    ['invalid_type', 'temperature', { ...ok, temperature: '1' }],
    ['invalid_type', 'n', { ...ok, n: 1.5 }],
    ['invalid_type', 'messages.0', { ...ok, messages: [null] }],
    ['invalid_value', 'messages.0.role', { ...ok, messages: [{ role: 'robot', content: '' }] }],
    ['invalid_value', 'model', { ...ok, model: '' }],
    ['invalid_value', 'tool_choice', { ...ok, tool_choice: 'sometimes' }],
    ['integer_below_min_value', 'max_tokens', { ...ok, max_tokens: 0 }],
    ['integer_above_max_value', 'n', { ...ok, n: 129 }],
    ['decimal_below_min_value', 'presence_penalty', { ...ok, presence_penalty: -3 }],
    ['decimal_above_max_value', 'temperature', { ...ok, temperature: 2.1 }],
    ['empty_array', 'messages', { ...ok, messages: [] }],
    ['array_above_max_length', 'stop', { ...ok, stop: ['1', '2', '3', '4', '5'] }],
    [
      'string_above_max_length',
      'response_format.json_schema.name',
      { ...ok, response_format: { type: 'json_schema', json_schema: { name: 'x'.repeat(65) } } },
    ],
    [
      'invalid_value',
      'messages.0.content.0.image_url.url',
      {
        ...ok,
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'ftp://x' } }] }],
      },
    ],
  ])('%s at %s', async (code, param, body) => {
    const response = await sextant.chat(body)

    expect(response.status).toBe(400)
    expect(await readError(response)).toMatchObject({ code, param, type: 'invalid_request_error' })
  })

  test('only the first mistake in the document is named', async () => {
    const response = await sextant.chat('{"model":"m","n":0,"temperature":9,"messages":[]}')

    expect((await readError(response)).param).toBe('n')
  })

  test('1.0 is an integer, a byte order mark is no mistake, and neither is a missing content type', async () => {
    const body = `\uFEFF${JSON.stringify(ok).replace('{', '{"n":1.0,')}`
    const response = await sextant.chat(body, {
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
    const bare = await fetch(`${sextant.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sextant.token}` },
      body: new Blob([JSON.stringify(ok)]),
    })

    expect(response.status).toBe(200)
    expect(bare.status).toBe(200)
  })
})

describe('400 invalid_json', () => {
  const deep = (levels: number) =>
    `{"model":"scripted/echo","messages":[{"role":"user","content":"x"}],"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

  test.each([
    ['not JSON', '{"model":'],
    ['empty', ''],
    ['33 levels deep', deep(33)],
    ['a __proto__ key', '{"model":"m","messages":[],"metadata":{"__proto__":{"x":1}}}'],
    ['an escaped __proto__ key', '{"model":"m","messages":[],"\\u005f_proto__":1}'],
  ])('%s', async (_, body) => {
    const response = await sextant.chat(body)

    expect(response.status).toBe(400)
    expect(await readError(response)).toMatchObject({ code: 'invalid_json', param: null })
  })

  test('32 levels are allowed, and so is text that only looks deep or mentions __proto__', async () => {
    const shallow = await sextant.chat(deep(32))
    const text = await sextant.chat({
      ...ok,
      messages: [{ role: 'user', content: `__proto__ \\" ${'['.repeat(100)}` }],
    })

    expect(shallow.status).toBe(200)
    expect(text.status).toBe(200)
  })

  test('bytes that are not UTF-8', async () => {
    const response = await sextant.chat(null, { body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]) })

    expect(await readError(response)).toMatchObject({ code: 'invalid_json' })
  })
})

describe('compressed bodies', () => {
  const send = (encoding: string, body: Uint8Array<ArrayBuffer>) =>
    sextant.chat(null, { body, headers: { 'content-encoding': encoding } })
  const text = JSON.stringify(ok)

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('%s is read like a plain one', async (encoding, compress) => {
    expect((await send(encoding, compress(text))).status).toBe(200)
  })

  test('one that grows over the limit is a 413, and is not unpacked to its end', async () => {
    const response = await send('gzip', gzipSync(Buffer.alloc(200_000_000, ' ')))

    expect(response.status).toBe(413)
    expect(await readError(response)).toMatchObject({ code: 'request_too_large' })
  })

  test('a damaged one is invalid JSON, an unknown encoding a 415 that lists the known ones', async () => {
    const damaged = await send('gzip', Buffer.from(text))
    const unknown = await send('compress', Buffer.from(text))

    expect(await readError(damaged)).toMatchObject({ code: 'invalid_json' })
    expect(unknown.status).toBe(415)
    expect((await readError(unknown)).message).toContain('gzip, deflate, br, zstd')
  })
})

describe('401 and 403', () => {
  test('no key', async () => {
    const response = await fetch(`${sextant.url}/v1/chat/completions`, { method: 'POST', body: '{' })

    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(await readError(response)).toMatchObject({ code: 'missing_api_key' })
  })

  test('a wrong, a revoked, an expired and a mistyped key get the same answer, which echoes nothing', async () => {
    const revoked = await sextant.makeKey()
    await sextant.store.keys.revoke(sextant.teamId, revoked.id)
    const expired = await sextant.makeKey({ expiresAt: Date.now() - 1 })
    const tokens = ['some-other-token-1234', `${sextant.token.slice(0, -1)}!`, revoked.token, expired.token]

    const responses = await Promise.all(tokens.map(token => sextant.chat(ok, { token })))

    expect(responses.map(response => response.status)).toEqual([401, 401, 401, 401])
    const bodies = await Promise.all(responses.map(response => response.text()))
    expect(new Set(bodies).size).toBe(1)
    expect(bodies[0]).toContain('invalid_api_key')
    // litellm recognizes an authentication error by these words.
    expect(bodies[0]).toContain('Incorrect API key provided')
  })

  test('the scheme may be in any case; a key elsewhere is not read', async () => {
    const body = JSON.stringify(ok)
    const lower = await sextant.chat(body, { headers: { authorization: `bearer ${sextant.token}` } })
    const query = await fetch(`${sextant.url}/v1/chat/completions?api_key=${sextant.token}`, {
      method: 'POST',
      headers: { 'x-api-key': sextant.token },
      body,
    })

    expect(lower.status).toBe(200)
    expect(query.status).toBe(401)
  })

  test('a key without the scope, and a key without the model', async () => {
    const scope = await sextant.makeKey({ scopes: ['embeddings'] })
    const model = await sextant.makeKey({ models: ['other'] })

    const endpoint = await sextant.chat('not even JSON', scope)
    const notAllowed = await sextant.chat(ok, model)

    expect([endpoint.status, notAllowed.status]).toEqual([403, 403])
    expect(await readError(endpoint)).toMatchObject({
      code: 'endpoint_not_allowed',
      type: 'permission_error',
    })
    expect(await readError(notAllowed)).toMatchObject({ code: 'model_not_allowed', param: 'model' })
  })
})

describe('404 and 405', () => {
  test.each([
    ['GET', '/v1/nothing', '/v1/nothing'],
    ['POST', '/v2/nothing', '/v2/nothing'],
    ['POST', '/internal/models/x/pull', '/internal'],
  ])('%s %s is unknown', async (method, path, message) => {
    const response = await fetch(sextant.url + path, { method })

    expect(response.status).toBe(404)
    const error = await readError(response)
    expect(error).toMatchObject({ code: 'unknown_url', param: null })
    expect(error.message).toContain(message)
  })

  test.each([
    ['/v2/crawl', 'Unknown route: POST /v2/crawl.'],
    ['/v1/search', 'Unknown route: POST /v1/search.'],
    ['/v2/concurrency-check', 'Unknown route: POST /v2/concurrency-check.'],
    ['/v1/v2/crawl', 'Unknown route: POST /v1/v2/crawl.'],
    ['/v1/v2/scrape', 'Use POST /v2/scrape: remove /v1 from the base URL.'],
    ['/map', 'Use POST /v1/map: the base URL ends with /v1.'],
  ])('%s is unknown in Firecrawl’s format, which its clients can print', async (path, message) => {
    const response = await fetch(sextant.url + path, { method: 'POST' })

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      success: false,
      code: 'unknown_url',
      error: expect.stringContaining(message) as unknown,
    })
  })

  test('an unknown model, and a provider that is not configured', async () => {
    const unknown = await sextant.chat({ model: 'nobody', messages })
    const notConfigured = await sextant.chat({ model: 'mistral/large', messages })

    expect([unknown.status, notConfigured.status]).toEqual([404, 404])
    expect(await readError(unknown)).toMatchObject({ code: 'model_not_found', param: 'model' })
    expect((await readError(notConfigured)).message).toContain('MISTRAL_API_KEY')
  })

  test('a known path with a wrong method names the right one', async () => {
    const response = await fetch(`${sextant.url}/v1/chat/completions`)
    const preflight = await fetch(`${sextant.url}/v1/chat/completions`, { method: 'OPTIONS' })

    expect([response.status, preflight.status]).toEqual([405, 405])
    expect(response.headers.get('allow')).toBe('POST')
    expect(await readError(response)).toMatchObject({ code: 'method_not_allowed' })
  })
})

describe('413 and 415', () => {
  test('a body over 32 MiB is rejected by its length, and while it is received', async () => {
    const declared = await sextant.chat('x'.repeat(33 * 1024 * 1024))
    const counted = await sendChunked(33)

    expect(declared.status).toBe(413)
    expect(await readError(declared)).toMatchObject({ code: 'request_too_large' })
    expect(counted).toBe(413)
  })

  test('100,000 messages get a response, not a 500', async () => {
    const many = Array.from({ length: 100_000 }, () => ({ role: 'user', content: 'hi' }))
    const response = await sextant.chat({ model: 'scripted/echo', messages: many })

    expect(response.status).toBe(200)
  })

  test('another content type', async () => {
    const response = await sextant.chat('a=b', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

    expect(response.status).toBe(415)
    expect(await readError(response)).toMatchObject({ code: 'unsupported_media_type' })
  })

  function sendChunked(megabytes: number): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${sextant.token}`, 'content-type': 'application/json' }
      const outgoing = request(
        `${sextant.url}/v1/chat/completions`,
        { method: 'POST', headers },
        response => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      outgoing.on('error', reject)
      for (let sent = 0; sent < megabytes; sent++) outgoing.write(Buffer.alloc(1024 * 1024, 0x20))
      outgoing.end()
    })
  }
})
