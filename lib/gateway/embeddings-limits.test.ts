import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddingsSchema, type Embeddings } from '#lib/contracts/api/embeddings.ts'
import { numbersOf } from './__fixtures__/numbers-of.ts'
import { readError } from './__fixtures__/read-error.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    providers: [{ id: 'openai' }],
    models: [{ id: 'narrow', kind: 'embeddings', upstream: 'vectors-8', context: 50 }],
  })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const embed = (fields: object, init: { token?: string } = {}) =>
  sextant.post('/v1/embeddings', { model: 'scripted/vectors-8', input: 'hello', ...fields }, init)

async function read(fields: object): Promise<Embeddings> {
  return embeddingsSchema.parse(await (await embed(fields)).json())
}

describe('dimensions', () => {
  const large = 'text-embedding-3-large'
  beforeAll(() => sextant.upstream.on(large, { kind: 'vectors', dimensions: 3072, ignores: ['dimensions'] }))

  test('vectors of an upstream that ignores them are cut and normalized', async () => {
    const whole = numbersOf((await read({ model: large })).data[0]?.embedding)
    const float = numbersOf((await read({ model: large, dimensions: 256 })).data[0]?.embedding)
    const base64 = (await read({ model: large, dimensions: 256, encoding_format: 'base64' })).data[0]
      ?.embedding

    expect(float).toHaveLength(256)
    expect(Math.hypot(...float)).toBeCloseTo(1, 6)
    expect((float[7] ?? 0) / (float[8] ?? 1)).toBeCloseTo((whole[7] ?? 0) / (whole[8] ?? 1), 3)
    expect(numbersOf(base64)).toEqual(float)
  })

  test('a public model without them rejects them without an upstream call, one with them passes them on', async () => {
    await using jina = await startTestGateway({ providers: [{ id: 'jina', kind: 'jina' }] })
    jina.upstream.on('jina-embeddings-v3', { kind: 'vectors', dimensions: 1024 })
    const ask = (model: string) =>
      jina.post('/v1/embeddings', { model, input: 'x', dimensions: 64, task: 'separation' })
    const refused = await ask('sextant-embeddings-v2-base-en')
    const asked = jina.upstream.requests.filter(request => request.path === '/v1/embeddings').length
    const given = embeddingsSchema.parse(await (await ask('sextant-embeddings-v3')).json())

    expect(await readError(refused)).toMatchObject({ code: 'unsupported_parameter', param: 'dimensions' })
    expect(asked).toBe(0)
    expect(given).toMatchObject({ model: 'sextant-embeddings-v3' })
    expect(given.data[0]?.embedding).toHaveLength(64)
    expect(jina.upstream.requests.at(-1)?.json).toMatchObject({ task: 'separation', dimensions: 64 })
  })

  test.each([
    ['integer_above_max_value', large, 3073],
    ['integer_above_max_value', 'scripted/vectors-8', 9],
    ['unsupported_parameter', 'scripted/fixed-8', 4],
    ['integer_below_min_value', 'scripted/vectors-8', 0],
  ])('%s: %s does not give %i', async (code, model, dimensions) => {
    const response = await embed({ model, dimensions })

    expect(response.status).toBe(400)
    expect(await readError(response)).toMatchObject({ code, param: 'dimensions' })
  })
})

describe('limits', () => {
  test('input over the context window is rejected by index, or truncated on request', async () => {
    const input = ['short', 'word '.repeat(200)]
    const refused = await embed({ model: 'narrow', input })
    const before = sextant.upstream.requests.length
    await read({ model: 'narrow', input, truncate: true })

    expect(refused.status).toBe(400)
    const error = await readError(refused)
    expect(error).toMatchObject({ code: 'context_length_exceeded', param: 'input' })
    expect(error.message).toContain('Input 1')
    const sent = sextant.upstream.requests.slice(before).map(request => request.json?.input)
    expect(sent).toEqual([['short', expect.stringMatching(/^word( word){49} ?$/)]])
  })

  test('2,048 inputs are accepted, 2,049 are not', async () => {
    const inputs = (count: number) => Array.from({ length: count }, (_, at) => `text ${at}`)
    const refused = await embed({ input: inputs(2049) })

    expect((await read({ input: inputs(2048) })).data).toHaveLength(2048)
    expect(refused.status).toBe(400)
    expect(await readError(refused)).toMatchObject({ code: 'array_above_max_length', param: 'input' })
  })

  test('more than 300,000 tokens in total are rejected without an upstream call', async () => {
    const before = sextant.upstream.requests.length
    const response = await embed({ input: Array.from({ length: 40 }, () => 'word '.repeat(8000)) })

    expect(await readError(response)).toMatchObject({ code: 'context_length_exceeded', param: 'input' })
    expect(sextant.upstream.requests.length).toBe(before)
  })

  test('a key’s tokens are reserved before the work and corrected after it', async () => {
    const { token } = await sextant.makeKey({ tokensPerMinute: 100 })
    const first = await embed({ input: 'four words of text' }, { token })
    const second = await embed({ input: 'word '.repeat(100) }, { token })

    const { usage } = embeddingsSchema.parse(await first.json())
    expect(first.headers.get('x-ratelimit-remaining-tokens')).toBe(String(100 - usage.total_tokens))
    expect(second.status).toBe(429)
    expect(await readError(second)).toMatchObject({ code: 'rate_limit_exceeded' })
  })

  test('truncated tokens are neither counted against a key nor billed, whether cut by us or by the server', async () => {
    await using jina = await startTestGateway({
      providers: [{ id: 'jina', kind: 'jina' }],
      models: [{ id: 'own-cut', kind: 'embeddings', provider: 'jina', upstream: 'vectors-8', context: 50 }],
    })
    const long = { input: ['word '.repeat(20_000), 'two words'], truncate: true }
    for (const [gateway, model] of [
      [sextant, 'narrow'],
      [jina, 'own-cut'],
    ] as const) {
      const { token } = await gateway.makeKey({ tokensPerMinute: 100 })
      gateway.upstream.next({ kind: 'vectors', usage: false })
      const response = await gateway.post('/v1/embeddings', { model, ...long }, { token })

      expect(response.status).toBe(200)
      expect(embeddingsSchema.parse(await response.json()).usage.prompt_tokens).toBe(52)
    }
  })
})
