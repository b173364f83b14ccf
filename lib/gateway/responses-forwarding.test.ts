import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    providers: [{ id: 'gpt', server: 'openai', apiKey: 'sk-scripted-openai' }],
    models: [
      { id: 'painter', provider: 'gpt', upstream: 'gpt-image' },
      {
        id: 'priced',
        provider: 'gpt',
        upstream: 'gpt-p',
        price: { input: 1000, output: 1000, webSearch: 10 },
      },
    ],
    policy: { retriesMax: 0 },
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(() => sextant[Symbol.asyncDispose]())

const plain = readFixture('openai', 'responses.json')

function ask(body: object | string, token = sextant.token): Promise<Response> {
  sextant.upstream.next({ kind: 'raw', parts: [plain] })
  return sextant.post('/v1/responses', body, { token })
}

describe("the key's list of models", () => {
  const question = { model: 'gpt/x', input: 'Hi' }
  const painting = (model: string) => ({ tools: [{ type: 'image_generation', model }] })

  test('holds for a tool', async () => {
    const { token } = await sextant.makeKey({ models: ['gpt/x'] })

    const response = await ask({ ...question, ...painting('gpt-image-1') }, token)

    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      error: { code: 'model_not_allowed', param: 'tools.0.model' },
    })
    expect(sextant.upstream.requests).toEqual([])
  })

  test.each(['image_generation', 'image\\u005fgeneration'])(
    'holds for the tool %s without a model',
    async type => {
      const { token } = await sextant.makeKey({ models: ['gpt/x'] })

      const response = await ask(`{"model":"gpt/x","input":"Hi","tools":[{"type":"${type}"}]}`, token)

      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({
        error: { code: 'model_not_allowed', param: 'tools.0.model' },
      })
      expect(sextant.upstream.requests).toEqual([])
    },
  )

  test('holds for counting, which also uses the names of the provider', async () => {
    const { token } = await sextant.makeKey({ models: ['gpt/x', 'painter'] })
    const count = (model: string) =>
      sextant.post('/v1/responses/input_tokens', { ...question, ...painting(model) }, { token })
    sextant.upstream.next({ kind: 'raw', parts: ['{"object":"response.input_tokens","input_tokens":14}'] })

    expect((await count('gpt-image-1')).status).toBe(403)
    expect((await count('painter')).status).toBe(200)
    expect(sextant.upstream.requests[0]?.json).toMatchObject(painting('gpt-image'))
  })

  test('is compared with public IDs, of which the provider gets its own names', async () => {
    const { token } = await sextant.makeKey({ models: ['gpt/x', 'painter'] })

    await ask({ ...question, ...painting('painter') }, token)

    expect(sextant.upstream.requests[0]?.json).toMatchObject({ model: 'x', ...painting('gpt-image') })
  })

  test('of a key without one, the provider judges the names', async () => {
    await ask({ ...question, ...painting('gpt-image-1') })

    expect(sextant.upstream.requests[0]?.json).toMatchObject(painting('gpt-image-1'))
  })
})

const image = { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' }

test.each([
  ['images', { input: [{ role: 'user', content: [image] }] }],
  ['what tools of the provider read', { input: 'Hi', tools: [{ type: 'web_search' }] }],
])('a budget includes %s', async (_, members) => {
  const { token } = await sextant.makeKey({ budget: { limitNanos: 1_000_000_000, period: null } })

  const response = await ask({ model: 'priced', max_output_tokens: 9, ...members }, token)

  expect(response.status).toBe(429)
  expect(sextant.upstream.requests).toEqual([])
})

test('a budget refuses a limit of another API, which servers with this one may obey', async () => {
  const { token } = await sextant.makeKey({ budget: { limitNanos: 1e13, period: null } })

  const response = await ask(
    { model: 'priced', input: 'Hi', max_output_tokens: 9, max_tokens: 64_000 },
    token,
  )

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { code: 'unsupported_parameter', param: 'max_tokens' },
  })
  expect(sextant.upstream.requests).toEqual([])
})

test.each(['"input":[NaN,{"type":"input_file","file_id":"file_1"}]', '"tools":[{"container":"cntr_1"},]'])(
  'a body with %s, which only the provider may read, is refused',
  async member => {
    const response = await ask(`{"model":"gpt/x",${member}}`)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_json' } })
    expect(sextant.upstream.requests).toEqual([])
  },
)

test('more than eight models are refused', async () => {
  const models = Array.from({ length: 9 }, (_, index) => `m${index}`)

  const response = await ask({ model: 'gpt/x', input: 'Hi', models })

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { param: 'models' } })
})

test('counting tokens needs none of the concurrent requests of the key', async () => {
  const { token } = await sextant.makeKey({ parallel: 1 })
  sextant.upstream.on('x', { kind: 'raw', parts: ['{"input_tokens":3}'], delayMs: 100 })
  const count = () => sextant.post('/v1/responses/input_tokens', { model: 'gpt/x', input: 'Hi' }, { token })

  const answers = await Promise.all([count(), count(), count()])

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('names a query and headers that are too long to be forwarded', async () => {
  sextant.upstream.next({ kind: 'raw', parts: [plain] })

  const response = await sextant.post(
    `/v1/responses?a=${'b'.repeat(1100)}`,
    { model: 'gpt/x', input: 'Hi' },
    { headers: { 'openai-beta': 'c'.repeat(4200) } },
  )

  expect(response.status).toBe(200)
  expect(response.headers.get('sextant-ignored')).toBe('query, openai-beta')
  expect(sextant.upstream.requests[0]?.headers['openai-beta']).toBeUndefined()
})
