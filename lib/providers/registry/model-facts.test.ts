import { expect, test } from 'vitest'
import { list, local, refusalOf, registryOf } from '#lib/providers/transport/__fixtures__/test-registry.ts'

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

test('the extractive answerer only answers searches; other requests are bad requests', () => {
  const { registry } = registryOf([], [], [], local)
  const refusal = refusalOf(() => registry.resolve('local/extractive'))

  expect(refusal).toMatchObject({ code: 'invalid_value', param: 'model', status: 400 })
  expect(refusal.message).toContain('params.chatModel')
})
