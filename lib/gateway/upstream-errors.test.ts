import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readError } from './__fixtures__/read-error.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    policy: { retriesMax: 0 },
    models: [{ id: 'limited', upstream: 'error-429-7' }],
  })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const messages = [{ role: 'user', content: 'hello' }]
const ok = { model: 'scripted/echo', messages }

describe('upstream errors', () => {
  test.each([
    ['error-400', 400, 'invalid_value', null],
    ['error-422', 400, 'invalid_value', null],
    ['error-401', 502, 'upstream_error', 'false'],
    ['error-402', 502, 'upstream_error', 'false'],
    ['error-403', 502, 'upstream_error', 'false'],
    ['error-404', 404, 'model_not_found', null],
    ['error-500', 502, 'upstream_error', 'false'],
    ['error-503', 502, 'upstream_error', 'false'],
    ['html', 502, 'upstream_error', 'false'],
    ['garbage', 502, 'upstream_error', 'false'],
    ['error-event-0', 502, 'upstream_error', 'false'],
    ['hang-head', 504, 'upstream_timeout', 'false'],
  ])('%s → %i %s', async (upstream, status, code, shouldRetry) => {
    const stream = upstream.startsWith('error-event') || upstream === 'garbage'
    const response = await sextant.chat({ model: `scripted/${upstream}`, messages, stream })

    expect(response.status).toBe(status)
    expect(response.headers.get('x-should-retry')).toBe(shouldRetry)
    expect(await readError(response)).toMatchObject({ code })
  })

  test('when every upstream is rate-limited, 429 carries its Retry-After', async () => {
    const response = await sextant.chat({ model: 'limited', messages })

    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(response.headers.get('retry-after-ms')).toBe('7000')
    expect(await readError(response)).toMatchObject({ code: 'rate_limit_exceeded', type: 'rate_limit_error' })
  })

  test('neither the provider’s key nor its address reaches the client or the log', async () => {
    sextant.upstream.next({
      kind: 'error',
      status: 400,
      body: { error: { message: `key sk-scripted-upstream-key at ${sextant.upstream.baseUrl} is bad` } },
    })
    const response = await sextant.chat({ model: 'scripted/x', messages })

    const text = await response.text()
    expect(text).toContain('is bad')
    for (const seen of [text, JSON.stringify(sextant.logs)]) {
      expect(seen).not.toContain('sk-scripted-upstream-key')
      expect(seen).not.toContain(sextant.upstream.baseUrl)
    }
  })

  test('different inputs that fail by themselves open no circuit until they are half of 20 a minute', async () => {
    const askAbout = (index: number) =>
      sextant.chat({ model: 'second/error-500', messages: [{ role: 'user', content: `input ${index}` }] })

    for (let index = 0; index < 20; index++) expect((await askAbout(index)).status).toBe(502)

    expect((await askAbout(20)).status).toBe(503)
  })

  test.each(['error-502', 'error-503'])('five different inputs with %s open the circuit', async upstream => {
    const ask = (content: string) =>
      sextant.chat({ model: `second/${upstream}`, messages: [{ role: 'user', content }] })
    for (const content of ['a', 'b', 'c', 'd', 'e']) expect((await ask(content)).status).toBe(502)

    expect((await ask('f')).status).toBe(503)
  })

  test('after five failures in a row the circuit opens: 503 with the time until the next trial', async () => {
    for (let at = 0; at < 5; at++) await sextant.chat({ model: 'refused/x', messages })
    const response = await sextant.chat({ model: 'refused/x', messages })

    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(20)
    expect(await readError(response)).toMatchObject({ code: 'no_provider_available' })
  })
})

test('an internal error exposes only the request id; the log has the reason', async () => {
  const fire = (): never => {
    throw new Error('disk on fire')
  }
  await using broken = await startTestGateway({ policy: { retryBudget: { request: fire, retry: fire } } })
  const response = await broken.chat(ok)

  expect(response.status).toBe(500)
  const requestId = response.headers.get('x-request-id')
  expect((await readError(response)).message).not.toContain('fire')
  const logged = broken.logs.find(line => line['requestId'] === requestId && line['level'] === 'error')
  expect(logged?.['err']).toMatchObject({ message: 'disk on fire' })
})

test('a provider that rejects our key is logged once and shown in the metrics until it recovers', async () => {
  await using sextant = await startTestGateway()
  const metrics = async () => {
    const headers = { authorization: `Bearer ${sextant.token}` }
    return (await fetch(`${sextant.url}/metrics`, { headers })).text()
  }
  const told = () => sextant.logs.map(line => String(line['text'])).filter(text => /the provider/.test(text))
  const unhealthy = 'sextant_provider_unhealthy{provider="scripted"} 1'

  await sextant.chat({ model: 'scripted/error-401', messages })
  await sextant.chat({ model: 'scripted/error-401', messages })
  expect(told()).toEqual([
    expect.stringMatching(/scripted needs attention: .* rejected its configured API key/),
  ])
  expect(await metrics()).toContain(unhealthy)

  await (await sextant.chat(ok)).text()
  expect(told().slice(1)).toEqual(['the provider scripted is responding again'])
  expect(await metrics()).not.toContain(unhealthy)
})
