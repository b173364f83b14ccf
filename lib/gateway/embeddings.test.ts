import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddingsSchema, type Embeddings } from '#lib/contracts/api/embeddings.ts'
import { numbersOf } from './__fixtures__/numbers-of.ts'
import { readError } from './__fixtures__/read-error.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  const kind = 'embeddings'
  sextant = await startTestGateway({
    models: [
      { id: 'priced', kind, upstream: 'vectors-8', price: { input: 0.02, output: 0 } },
      { id: 'sixteen', kind, upstream: 'vectors-8', dimensions: 16 },
      { id: 'broken', kind, upstream: 'error-503', fallbacks: ['priced'] },
    ],
  })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const model = 'scripted/vectors-8'
const embed = (fields: object, init: { token?: string } = {}) =>
  sextant.post('/v1/embeddings', { model, input: 'hello', ...fields }, init)

async function read(fields: object): Promise<Embeddings> {
  const response = await embed(fields)
  return embeddingsSchema.parse(await response.json())
}

describe('an answer', () => {
  test('has one vector per input, in input order, with the public id', async () => {
    const input = ['one', 'two', 'three']
    const alone = await Promise.all(input.map(async text => (await read({ input: text })).data[0]?.embedding))
    sextant.upstream.next({ kind: 'vectors', reversed: true })
    const together = await read({ input })

    expect(together.data.map(({ index }) => index)).toEqual([0, 1, 2])
    expect(together.data.map(({ embedding }) => embedding)).toEqual(alone)
    expect(together.model).toBe(model)
    expect(together.usage.total_tokens).toBe(together.usage.prompt_tokens)
  })

  test('has the common headers and its length', async () => {
    const response = await embed({})

    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('sextant-provider')).toBe('scripted')
    expect(response.headers.get('sextant-attempts')).toBe('1')
    expect(response.headers.get('content-length')).toBe(String((await response.arrayBuffer()).byteLength))
  })

  test('returns the upstream’s numbers byte for byte', async () => {
    const vector = '[0.10, -1.0e-3,\n 12345678901234567890]'
    const upstream = `{"usage":{"prompt_tokens":3,"total_tokens":3},"data":[{"embedding":${vector},"index":0}]}`
    sextant.upstream.next({ kind: 'raw', parts: [upstream] })

    expect(await (await embed({})).text()).toBe(
      `{"object":"list","data":[{"object":"embedding","index":0,"embedding":${vector}}],` +
        `"model":"${model}","usage":{"prompt_tokens":3,"total_tokens":3,"cost_details":{"source":"unpriced","price":null}}}`,
    )
  })

  test('of many megabytes arrives complete', async () => {
    const { data } = await read({
      model: 'scripted/vectors-1024',
      input: Array.from({ length: 200 }, (_, at) => `text ${at}`),
    })

    expect(data).toHaveLength(200)
    expect(data.every(({ embedding }) => embedding.length === 1024)).toBe(true)
  })

  test('leaves a row with tokens and price', async () => {
    const response = await embed({ model: 'priced', input: ['a word or two', 'more'] })
    const { usage } = embeddingsSchema.parse(await response.json())

    const nanos = usage.prompt_tokens * 20
    expect(usage.cost).toBe(nanos / 1e9)
    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
      route: 'embeddings',
      model: 'priced',
      answeredBy: 'priced',
      provider: 'scripted',
      status: 200,
      promptTokens: usage.prompt_tokens,
      completionTokens: 0,
      usageEstimated: false,
      costNanos: nanos,
      stream: false,
    })
  })

  test('is counted by us if the upstream reported no usage, and the row is marked', async () => {
    sextant.upstream.next({ kind: 'vectors', usage: false })
    const response = await embed({ input: 'hello world' })
    const { usage } = embeddingsSchema.parse(await response.json())

    expect(usage).toMatchObject({ prompt_tokens: 2, total_tokens: 2 })
    expect((await sextant.row(response.headers.get('x-request-id'))).usageEstimated).toBe(true)
  })
})

describe('encodings', () => {
  test.each(['scripted/vectors-8', 'scripted/float-8'])('both carry the same bits (%s)', async model => {
    const float = await read({ model, input: 'same text' })
    const base64 = await read({ model, input: 'same text', encoding_format: 'base64' })

    expect(base64.data[0]?.embedding).toEqual(expect.any(String))
    expect(numbersOf(base64.data[0]?.embedding)).toEqual(numbersOf(float.data[0]?.embedding))
  })

  test('embedding_type is an alias; encoding_format takes precedence', async () => {
    const alias = await read({ embedding_type: 'base64' })
    const both = await read({ embedding_type: 'base64', encoding_format: 'float' })

    expect(typeof alias.data[0]?.embedding).toBe('string')
    expect(Array.isArray(both.data[0]?.embedding)).toBe(true)
  })
})

describe('the upstream', () => {
  test.each([
    ['a text', 'hello'],
    ['texts', ['hello', ' ']],
    ['token ids', [1, 2]],
    ['lists of token ids', [[1], [2, 3]]],
  ])('gets %s', async (_, input) => {
    await read({ input })

    const sent = sextant.upstream.requests.at(-1)?.json?.input
    expect(sent).toEqual(typeof input === 'string' || typeof input[0] === 'number' ? [input] : input)
  })

  test('gets unknown fields, but no null ones', async () => {
    await read({ user: 'u1', priority: 5, dimensions: null, task: null })

    const sent = sextant.upstream.requests.at(-1)?.json
    expect(sent).toMatchObject({ model: 'vectors-8', user: 'u1', priority: 5, encoding_format: 'float' })
    expect(sent).not.toHaveProperty('dimensions')
    expect(sent).not.toHaveProperty('task')
  })

  test.each(['nan', 'too-few', 'too-many', 'same-index', 'uneven', 'empty'] as const)(
    'that sends an invalid vector causes an upstream error (%s)',
    async fault => {
      sextant.upstream.on(`faulty-${fault}`, { kind: 'vectors', fault })
      const response = await embed({ model: `scripted/faulty-${fault}`, input: ['a', 'b', 'c'] })

      expect(response.status).toBe(502)
      expect(response.headers.get('x-should-retry')).toBe('false')
      expect(await readError(response)).toMatchObject({ code: 'upstream_error', param: null })
    },
  )

  test('that returns wrong dimensions causes an upstream error', async () => {
    const response = await embed({ model: 'sixteen' })

    expect(response.status).toBe(502)
    expect((await readError(response)).message).toContain('8 dimensions instead of 16')
  })

  test('is aborted when the client disconnects, and the input is billed', async () => {
    sextant.upstream.on('slow', { kind: 'hang', at: 'head' })
    const leaving = new AbortController()
    const body = { model: 'scripted/slow', input: 'x' }
    const call = sextant.post('/v1/embeddings', body, { signal: leaving.signal }).catch(() => null)
    const seen = await sextant.upstream.seen(request => request.json?.model === 'slow')
    leaving.abort()
    await call

    await expect.poll(() => seen.abortedAt).not.toBeNull()
    await expect
      .poll(async () => (await sextant.store.requests.list(sextant.teamId, { limit: 1 }))[0])
      .toMatchObject({ status: 499, promptTokens: 1, usageEstimated: true })
  })
})

describe('targets', () => {
  test('a configured fallback answers and is reported', async () => {
    const response = await embed({ model: 'broken' })

    expect(embeddingsSchema.parse(await response.json()).model).toBe('priced')
    expect(response.headers.get('sextant-attempts')).toBe('4')
  })

  test('a key without the scope, or without the model, is rejected', async () => {
    const scope = await embed({}, await sextant.makeKey({ scopes: ['chat', 'rerank'] }))
    const other = await embed({}, await sextant.makeKey({ models: ['priced'] }))

    expect([scope.status, other.status]).toEqual([403, 403])
    expect(await readError(scope)).toMatchObject({ code: 'endpoint_not_allowed' })
    expect(await readError(other)).toMatchObject({ code: 'model_not_allowed', param: 'model' })
  })

  test.each([
    ['rerank-english-v3.0', 'COHERE_API_KEY'],
    ['sextant-embeddings-v3', 'JINA_API_KEY'],
    ['nobody', 'does not exist'],
  ])('%s does not exist, and the message has the next step', async (model, advice) => {
    const response = await embed({ model })

    expect(response.status).toBe(404)
    const error = await readError(response)
    expect(error).toMatchObject({ code: 'model_not_found', param: 'model' })
    expect(error.message).toContain(advice)
  })
})
