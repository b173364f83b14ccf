import { expect, test } from 'vitest'
import { modelListSchema } from '#lib/contracts/api/models.ts'
import { chatModel, pretendFetched, startHost } from './__fixtures__/running-host.ts'
import { createScriptedEngine, finish } from './__fixtures__/scripted-runner.ts'
import { createScriptedSmallModel } from './__fixtures__/scripted-small-model.ts'

test('the model list has the state and, once loaded, the prompt speed', async () => {
  await using host = await startHost(createScriptedEngine([finish]))
  await pretendFetched(host.modelsDir)
  const list = async () => modelListSchema.parse(await (await host.ask('/v1/models')).json()).data
  const before = await list()
  await host.ask('/v1/chat/completions', {
    body: { model: chatModel, messages: [{ role: 'user', content: 'Hello' }] },
  })
  const after = await list()

  const states = new Map(before.map(model => [model.id, model.state]))
  expect(states.get(chatModel)).toBe('ready')
  expect(states.get('local/qwen3-1.7b')).toBe('not_downloaded')
  expect(states.get('local/hybrid-rerank')).toBe('not_downloaded')
  expect(before.find(model => model.id === 'local/bge-small-en-v1.5')).toMatchObject({
    type: 'embeddings',
    dimensions: 384,
    dimensions_adjustable: false,
    context_window: 512,
    similarity_floor: 0.53,
  })
  expect(before.find(model => model.id === chatModel)).toMatchObject({
    type: 'chat',
    context_window: 4096,
    input: ['text'],
  })
  expect(after.find(model => model.id === chatModel)?.prompt_tokens_per_second).toBe(123)
})

test('the reranker without weights is ready if its embedding model is', async () => {
  await using host = await startHost(createScriptedEngine())
  await pretendFetched(host.modelsDir, 'local/bge-small-en-v1.5')
  const { data } = modelListSchema.parse(await (await host.ask('/v1/models')).json())

  expect(data.find(model => model.id === 'local/hybrid-rerank')?.state).toBe('ready')
})

test('while a model is loaded, the list says why, for the reranker that uses it too', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const small = createScriptedSmallModel()
  const model = 'local/bge-small-en-v1.5'
  await using host = await startHost({
    ...createScriptedEngine(),
    loadOnnx: async (...values) => {
      await promise
      return await small.loadOnnx(...values)
    },
  })
  await pretendFetched(host.modelsDir, model)
  const list = async () => {
    const { data } = modelListSchema.parse(await (await host.ask('/v1/models')).json())
    return new Map(data.map(({ id, ...each }) => [id, 'loading' in each ? each['loading'] : null]))
  }
  const call = host.ask('/v1/embeddings', { body: { model, input: 'a' } })

  await expect.poll(async () => (await list()).get(model)).toBe('first_use')
  expect((await list()).get('local/hybrid-rerank')).toBe('first_use')
  expect((await list()).get(chatModel)).toBeNull()
  resolve()
  expect((await call).headers.get('server-timing')).toContain('desc=first_use')
  expect((await list()).get(model)).toBeNull()
})

test('an embedding model in use cannot be deleted, an unused one can', async () => {
  const { promise, resolve } = Promise.withResolvers<Float32Array<ArrayBuffer>>()
  const small = createScriptedSmallModel(() => promise)
  const model = 'local/bge-small-en-v1.5'
  await using host = await startHost({ ...createScriptedEngine(), loadOnnx: small.loadOnnx })
  await pretendFetched(host.modelsDir, model)
  const call = host.ask('/v1/embeddings', { body: { model, input: 'a' } })
  await expect.poll(() => small.evaluated.length).toBe(1)
  const refused = await host.ask(`/models/${model}`, { method: 'DELETE' })
  resolve(Float32Array.of(1))
  await (await call).text()

  expect(refused.status).toBe(503)
  await expect.poll(async () => (await host.ask(`/models/${model}`, { method: 'DELETE' })).status).toBe(200)
})
