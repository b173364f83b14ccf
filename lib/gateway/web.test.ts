import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startWebServer, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { mapSchema } from '#lib/contracts/api/map.ts'
import { scrapeCompletionSchema, scrapeDataSchema } from '#lib/contracts/api/scrape.ts'
import { mapEnvelopeContract } from '#lib/contracts/api/web.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const sentence = 'Llamas live in the mountains, eat grass, and carry loads for people. '
const article = `<!doctype html><html lang="en"><head><title>Llamas</title></head><body>
  <nav><a href="/">Home</a></nav>
  <article><h1>Llamas</h1><p>${sentence.repeat(12)}</p><p><a href="alpaca">Alpacas</a></p></article>
</body></html>`

const defaultFormat = z.strictObject({
  error: z.strictObject({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string(),
  }),
})
const mapFormat = z.strictObject({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  links: z.array(z.string()).max(0),
})
const flatScrapeFormat = z.strictObject({ success: z.literal(false), error: z.string(), code: z.string() })

let site: WebServer
let sextant: TestGateway
beforeAll(async () => {
  site = await startWebServer({ '/': '<a href="/llamas">llamas</a>', '/llamas': article })
  sextant = await startTestGateway({ allowPrivateHosts: [site.host] })
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

describe('POST /v1/web', () => {
  test('with model scrape: the page as Markdown, in the envelope, with its token cost', async () => {
    const params = { url: `${site.origin}/llamas`, formats: ['markdown', 'links'] }
    const response = await sextant.post('/v1/web', { model: 'scrape', params })

    const completion = scrapeCompletionSchema.parse(await response.json())
    expect(completion.id).toMatch(/^web-[0-9A-Za-z]{24}$/)
    expect(completion.system_fingerprint).toMatch(/^fp_[0-9a-f]{10}$/)
    expect(Object.keys(completion.data).toSorted()).toEqual(['links', 'markdown', 'metadata'])
    expect(completion.data.markdown).toContain('# Llamas')
    expect(completion.data.markdown).toContain(`[Alpacas](${site.origin}/alpaca)`)
    expect(completion.data.links).toEqual([`${site.origin}/`, `${site.origin}/alpaca`])
    expect(completion.usage.completion_tokens).toBeGreaterThan(100)
    expect(completion.usage).toMatchObject({
      prompt_tokens: 0,
      total_tokens: completion.usage.completion_tokens,
    })
    const row = await sextant.row(response.headers.get('x-request-id'))
    expect(row).toMatchObject({
      route: 'web',
      model: 'scrape',
      status: 200,
      completionTokens: completion.usage.completion_tokens,
    })
  })

  test('with model map: the links in the envelope', async () => {
    const response = await sextant.post('/v1/web', {
      model: 'map',
      params: { url: site.origin, details: true },
    })

    const { data, usage } = mapEnvelopeContract.output.parse(await response.json())
    expect(data.links).toEqual([`${site.origin}/`, `${site.origin}/llamas`, `${site.origin}/alpaca`])
    expect(data.details).toHaveLength(3)
    expect(data).not.toHaveProperty('success')
    expect(usage.total_tokens).toBe(0)
  })

  test('without a model: the flat map response', async () => {
    const response = await sextant.post('/v1/web', { url: site.origin })

    expect(mapSchema.parse(await response.json()).links).toHaveLength(3)
  })

  test('without a model and with stream: the events of a map', async () => {
    const response = await sextant.post('/v1/web', { url: site.origin, stream: true })

    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(await response.text()).toContain('"object":"map.result"')
  })

  test.each([
    ['neither model nor url', {}, 'missing_required_parameter', 'model'],
    ['a null model and no url', { model: null }, 'missing_required_parameter', 'model'],
    ['a model that is no string', { model: 5 }, 'invalid_type', 'model'],
    ['no params', { model: 'scrape' }, 'missing_required_parameter', 'params'],
    ['params of another type', { model: 'scrape', params: 'x' }, 'invalid_type', 'params'],
    ['no url in params', { model: 'scrape', params: {} }, 'missing_required_parameter', 'params.url'],
    ['an unknown model', { model: 'crawl', params: {} }, 'model_not_found', 'model'],
    ['no address', { model: 'scrape', params: { url: 'nowhere' } }, 'invalid_value', 'params.url'],
    [
      'another scheme',
      { model: 'scrape', params: { url: 'ftp://example.com/' } },
      'url_not_allowed',
      'params.url',
    ],
    [
      'a private address',
      { model: 'scrape', params: { url: 'http://10.0.0.1/' } },
      'url_not_allowed',
      'params.url',
    ],
    ['a bad map', { model: 'map', params: { url: 'http://10.0.0.1/' } }, 'url_not_allowed', 'params.url'],
    [
      'an unknown format',
      { model: 'scrape', params: { url: 'http://e.com', formats: ['pdf'] } },
      'invalid_value',
      'params.formats.0',
    ],
    [
      'no format',
      { model: 'scrape', params: { url: 'http://e.com', formats: [] } },
      'empty_array',
      'params.formats',
    ],
    [
      'a short timeout',
      { model: 'scrape', params: { url: 'http://e.com', timeout: 10 } },
      'integer_below_min_value',
      'params.timeout',
    ],
    [
      'half a millisecond',
      { model: 'scrape', params: { url: 'http://e.com', timeout: 1000.5 } },
      'invalid_type',
      'params.timeout',
    ],
    [
      'a forbidden header',
      { model: 'scrape', params: { url: 'http://e.com', headers: { Cookie: 'a=b' } } },
      'invalid_value',
      'params.headers.Cookie',
    ],
    [
      'a header with a line break',
      { model: 'scrape', params: { url: 'http://e.com', headers: { a: 'b\r\nc: d' } } },
      'invalid_value',
      'params.headers.a',
    ],
    [
      'no selector',
      { model: 'scrape', params: { url: 'http://e.com', excludeTags: ['p', 'a['] } },
      'invalid_value',
      'params.excludeTags.1',
    ],
    [
      'a screenshot',
      { model: 'scrape', params: { url: 'http://e.com', formats: ['screenshot'] } },
      'unsupported_parameter',
      'params.formats',
    ],
    [
      'waiting for scripts',
      { model: 'scrape', params: { url: 'http://e.com', waitFor: 5 } },
      'unsupported_parameter',
      'params.waitFor',
    ],
    [
      'a collection without a name',
      { model: 'scrape', params: { url: 'http://e.com', library: ' ' } },
      'invalid_value',
      'params.library',
    ],
  ])('%s is rejected in the default error format', async (_, body, code, param) => {
    const response = await sextant.post('/v1/web', body)

    const { error } = defaultFormat.parse(await response.json())
    expect(error).toMatchObject({ code, param })
    expect(response.status).toBe(code === 'model_not_found' ? 404 : 400)
  })

  test('an invalid flat body fails in the mapping error format', async () => {
    const response = await sextant.post('/v1/web', { url: site.origin, limit: 0 })

    expect(response.status).toBe(400)
    expect(mapFormat.parse(await response.json()).code).toBe('integer_below_min_value')
  })

  test('failures before the body is read use the default error format', async () => {
    const unknownKey = await sextant.post('/v1/web', { url: site.origin }, { token: 'sk-unknown' })
    const broken = await sextant.post('/v1/web', '{"url":')
    const other = await sextant.post('/v1/web', 'url=x', { headers: { 'content-type': 'text/plain' } })

    expect([unknownKey.status, broken.status, other.status]).toEqual([401, 400, 415])
    for (const response of [unknownKey, broken, other]) defaultFormat.parse(await response.json())
  })

  test('a key without the scope web is rejected', async () => {
    const key = await sextant.makeKey({ scopes: ['chat'] })
    const response = await sextant.post('/v1/web', { model: 'scrape', params: { url: site.origin } }, key)

    expect(response.status).toBe(403)
    expect(defaultFormat.parse(await response.json()).error.code).toBe('endpoint_not_allowed')
  })
})

describe.each(['/v1/scrape', '/v2/scrape'])('POST %s', path => {
  test('responds with a flat body', async () => {
    const response = await sextant.post(path, { url: `${site.origin}/llamas`, formats: ['markdown'] })

    const answer = z
      .strictObject({ success: z.literal(true), data: scrapeDataSchema })
      .parse(await response.json())
    expect(answer.data.markdown).toContain('# Llamas')
  })

  test('has flat errors that name the field', async () => {
    const response = await sextant.post(path, { url: `${site.origin}/llamas`, formats: ['poem'] })

    expect(response.status).toBe(400)
    expect(flatScrapeFormat.parse(await response.json()).error).toContain('formats.0')
  })
})

test('schemas of Firecrawl’s JSON formats are a client error, well-formed or not', async () => {
  for (const schema of [{ enum: 'x' }, { type: 'object' }, 5])
    for (const fields of [
      { formats: [{ type: 'json', schema }] },
      { jsonOptions: { schema } },
      { extract: { schema } },
    ]) {
      const response = await sextant.post('/v2/scrape', { url: `${site.origin}/llamas`, ...fields })

      expect(response.status).toBe(400)
      expect(flatScrapeFormat.parse(await response.json()).error).toContain(Object.keys(fields)[0])
    }
})

test('version 2 accepts formats as objects', async () => {
  const response = await sextant.post('/v2/scrape', {
    url: `${site.origin}/llamas`,
    formats: [{ type: 'links' }],
  })

  expect(await response.json()).toMatchObject({
    success: true,
    data: { links: [`${site.origin}/`, `${site.origin}/alpaca`] },
  })
})
