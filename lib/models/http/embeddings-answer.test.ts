import { expect, test } from 'vitest'
import { embeddingsSchema } from '#lib/contracts/embeddings.ts'
import { pretendFetched, startHost } from './__fixtures__/running-host.ts'
import { createScriptedEngine } from './__fixtures__/scripted-runner.ts'
import { createScriptedSmallModel } from './__fixtures__/scripted-small-model.ts'

const path = '/v1/embeddings'
const model = 'local/bge-small-en-v1.5'
const { loadChat } = createScriptedEngine()

test('vectors have length 1, usage and what was waited for; only on demand they keep their own length', async () => {
  await using host = await startFetched()
  const response = await host.ask(path, { body: { model, input: ['one', 'two words'] } })
  const raw = await host.ask(path, { body: { model, input: 'one two', normalized: false } })

  expect(response.headers.get('server-timing')).toMatch(/^queue;dur=[\d.]+, load;dur=[\d.]+$/)
  const body = embeddingsSchema.parse(await response.json())
  expect(body).toMatchObject({ object: 'list', model, usage: { prompt_tokens: 7, total_tokens: 7 } })
  expect(body.data.map(({ index }) => index)).toEqual([0, 1])
  expect(body.data[1]?.embedding).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.8, 6)])
  expect(embeddingsSchema.parse(await raw.json()).data[0]?.embedding).toEqual([3, 4])
})

test('base64 is little-endian float32 of the same numbers, under either name', async () => {
  await using host = await startFetched()
  const ask = async (extra: object) =>
    embeddingsSchema.parse(
      await (await host.ask(path, { body: { model, input: 'one two', normalized: false, ...extra } })).json(),
    )

  for (const extra of [{ encoding_format: 'base64' }, { embedding_type: 'base64' }]) {
    const [first] = (await ask(extra)).data
    expect(first?.embedding).toBe(Buffer.from(Float32Array.of(3, 4).buffer).toString('base64'))
  }
  expect((await ask({ encoding_format: 'float', embedding_type: 'base64' })).data[0]?.embedding).toEqual([
    3, 4,
  ])
})

test('more vectors than are written at once come in order', async () => {
  await using host = await startFetched()
  const input = Array.from({ length: 200 }, (_, index) => 'w '.repeat(index + 1))
  const body = embeddingsSchema.parse(
    await (await host.ask(path, { body: { model, input, normalized: false } })).json(),
  )

  expect(body.data.map(({ embedding }) => embedding[1])).toEqual(input.map((_, index) => index + 3))
})

test('an answer that fails when a part of it is out already is cut, not left hanging', async () => {
  const unprintable = Object.assign(Float32Array.of(1, 2), {
    join(): string {
      throw new Error('cannot be printed')
    },
  })
  const small = createScriptedSmallModel(({ ids }) =>
    ids.length === 3 ? unprintable : Float32Array.of(1, 2),
  )
  await using host = await startFetched({ small })
  const input = [...Array.from({ length: 100 }, () => 'two words'), 'one']
  const response = await host.ask(path, { body: { model, input, normalized: false } })

  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
})

test.each([
  ['no input', { model }, 400, 'missing_required_parameter', 'input'],
  ['an empty text', { model, input: ['a', ''] }, 400, 'invalid_value', 'input.1'],
  ['no texts', { model, input: [] }, 400, 'empty_array', 'input'],
  ['token ids', { model, input: [1, 2, 3] }, 400, 'unsupported_parameter', 'input'],
  ['lists of token ids', { model, input: [[1, 2], [3]] }, 400, 'unsupported_parameter', 'input'],
  ['dimensions', { model, input: 'a', dimensions: 256 }, 400, 'unsupported_parameter', 'dimensions'],
  ['an unknown model', { model: 'local/nope', input: 'a' }, 404, 'model_not_found', 'model'],
  ['a chat model', { model: 'local/qwen3-1.7b', input: 'a' }, 404, 'model_not_found', 'model'],
  [
    'a model that is not there',
    { model: 'local/multilingual-e5-small', input: 'a' },
    404,
    'model_not_found',
    'model',
  ],
  [
    'a text that is too long',
    { model, input: ['a', 'w '.repeat(511)] },
    400,
    'context_length_exceeded',
    'input',
  ],
  [
    'too much together',
    { model, input: Array.from({ length: 600 }, () => 'w '.repeat(510)) },
    400,
    'context_length_exceeded',
    'input',
  ],
])('%s is refused before anything is evaluated', async (_title, body, status, code, param) => {
  const small = createScriptedSmallModel()
  await using host = await startFetched({ small })
  const response = await host.ask(path, { body })

  expect([response.status, await response.json()]).toMatchObject([
    status,
    { error: { code, param, message: expect.any(String) } },
  ])
  expect(small.evaluated).toEqual([])
})

test('a text that is too long is cut where that is asked for', async () => {
  const small = createScriptedSmallModel()
  await using host = await startFetched({ small })
  const response = await host.ask(path, { body: { model, input: 'w '.repeat(2000), truncate: true } })

  expect(response.status).toBe(200)
  expect(small.evaluated.map(ids => ids.length)).toEqual([512])
})

test('without the memory it needs a model is not loaded', async () => {
  await using host = await startFetched({ settings: { freeMemoryBytes: () => 1000 } })
  const response = await host.ask(path, { body: { model, input: 'a' } })

  expect([response.status, await response.json()]).toMatchObject([
    503,
    { error: { code: 'model_unavailable' } },
  ])
})

test('more calls than the limit are 429 with advice, and a call that ends makes room', async () => {
  const { promise, resolve } = Promise.withResolvers<Float32Array<ArrayBuffer>>()
  const small = createScriptedSmallModel(() => promise)
  await using host = await startFetched({ small, settings: { queueLimit: 1 } })
  const first = host.ask(path, { body: { model, input: 'a' } })
  await expect.poll(() => small.evaluated.length).toBe(1)
  const refused = await host.ask(path, { body: { model, input: 'b' } })
  resolve(Float32Array.of(1))

  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  expect((await first).status).toBe(200)
  expect((await host.ask(path, { body: { model, input: 'c' } })).status).toBe(200)
})

test('a text that the engine cannot read fails its own call', async () => {
  const small = createScriptedSmallModel(({ ids }) =>
    ids.includes(6) ? { failure: 'native' } : Float32Array.of(1),
  )
  await using host = await startFetched({ small })
  const [broken, sound] = await Promise.all(
    ['sounds poison', 'fine'].map(async input => await host.ask(path, { body: { model, input } })),
  )

  expect([broken?.status, sound?.status]).toEqual([500, 200])
})

async function startFetched({ small = createScriptedSmallModel(), settings = {} } = {}) {
  const host = await startHost({ loadChat, loadOnnx: small.loadOnnx, ...settings })
  await pretendFetched(host.modelsDir, model)
  return host
}
