import { expect, test } from 'vitest'
import {
  list,
  local,
  refusalOf,
  registryOf,
  vllm,
} from '#lib/providers/transport/__fixtures__/test-registry.ts'

const embedded = list(
  { id: 'local/small', type: 'chat', context_window: 4096, prompt_tokens_per_second: 41, state: 'ready' },
  { id: 'local/vectors', type: 'embeddings', similarity_floor: 0.53, state: 'ready' },
)

test('facts of an embedded model are requested each time: they change when the model is loaded', async () => {
  const { registry, upstream } = registryOf([], [], [embedded, embedded], local)

  expect(await registry.facts('local/small', 'chat')).toEqual({
    providerId: 'local',
    contextTokens: 4096,
    promptTokensPerSecond: 41,
    similarityFloor: null,
  })
  expect(await registry.facts('local/vectors', 'embeddings')).toMatchObject({ similarityFloor: 0.53 })
  expect(upstream.sent).toHaveLength(2)
})

test('a name that the list of embedding models does not hold is refused with similar ids', async () => {
  const { registry } = registryOf([], [], [embedded, embedded], local)

  await registry.requireListed('local/vectors', 'embeddings')
  await expect(registry.requireListed('local/vector', 'embeddings')).rejects.toMatchObject({
    code: 'model_not_found',
    message: expect.stringContaining('Did you mean `local/vectors`?') as string,
  })
})

test('a name without the default tag, and a provider without a list of embedding models, are accepted', async () => {
  const ollama = list({ id: 'nomic-embed-text:latest', type: 'embeddings' }, { id: 'llama', type: 'chat' })
  const { registry } = registryOf([vllm], [], [ollama])
  const { registry: chatOnly } = registryOf([vllm], [], [list({ id: 'llama', type: 'chat' })])

  await registry.requireListed('my-vllm/nomic-embed-text', 'embeddings')
  await chatOnly.requireListed('my-vllm/anything', 'embeddings')
  await expect(registry.requireListed('my-vllm/nomic', 'embeddings')).rejects.toMatchObject({ status: 404 })
})

test('the extractive answerer only answers searches; other requests are bad requests', () => {
  const { registry } = registryOf([], [], [], local)
  const refusal = refusalOf(() => registry.resolve('local/extractive'))

  expect(refusal).toMatchObject({ code: 'invalid_value', param: 'model', status: 400 })
  expect(refusal.message).toContain('params.chatModel')
})
