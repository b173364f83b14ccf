import { expect, test } from 'vitest'
import { createTestContext } from '#lib/capabilities/__fixtures__/test-context.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { codexModelsContract } from '#lib/contracts/api/responses/codex-models.ts'
import { createListCodexModels } from './list-codex-models.ts'

const chat = { object: 'model', created: 1, owned_by: 'acme', type: 'chat' } as const

async function list(models: readonly Model[], allows = (_: string) => true) {
  const handler = createListCodexModels({
    list: async () => [...models],
    listedId: () => null,
    resolve: () => undefined,
  })
  const context = createTestContext()
  const caller = { ...context.caller, allows }
  return codexModelsContract.output.parse(
    await handler({ client_version: '0.169.0' }, { ...context, caller }),
  ).models
}

test('lists the chat models that the key allows, in their order', async () => {
  const models: Model[] = [
    { ...chat, id: 'acme/first' },
    { ...chat, id: 'acme/secret' },
    { ...chat, id: 'acme/words', type: 'embeddings' },
    { ...chat, id: 'acme/second' },
  ]

  const listed = await list(models, id => id !== 'acme/secret')

  expect(listed.map(({ slug, priority }) => [slug, priority])).toEqual([
    ['acme/first', 0],
    ['acme/second', 1],
  ])
})

test('offers patches unless the context window is too small for them, and says so in the instructions', async () => {
  const [small, large, unknown] = await list([
    { ...chat, id: 'small', context_window: 16_383 },
    { ...chat, id: 'large', context_window: 200_000 },
    { ...chat, id: 'unknown' },
  ])

  expect(small).toMatchObject({ context_window: 16_383, truncation_policy: { limit: 2047 } })
  expect(small).not.toHaveProperty('apply_patch_tool_type')
  expect(small?.base_instructions).not.toContain('apply_patch')
  expect(large).toMatchObject({ apply_patch_tool_type: 'freeform', truncation_policy: { limit: 10_000 } })
  expect(large?.base_instructions).toContain('apply_patch')
  expect(unknown).toMatchObject({ apply_patch_tool_type: 'freeform', truncation_policy: { limit: 10_000 } })
  expect(unknown).not.toHaveProperty('context_window')
})

test('says which models read images, where that is known', async () => {
  const [text, image, unknown] = await list([
    { ...chat, id: 'text', input: ['text'] },
    { ...chat, id: 'image', input: ['text', 'image', 'audio'] },
    { ...chat, id: 'unknown' },
  ])

  expect(text?.input_modalities).toEqual(['text'])
  expect(image?.input_modalities).toEqual(['text', 'image'])
  expect(unknown).not.toHaveProperty('input_modalities')
})

test('stays below the 1 MiB that Codex reads, however many models there are', async () => {
  const id = (index: number) => `openrouter/${'long-name-of-a-model-'.repeat(4)}${index}`
  const models = Array.from({ length: 2000 }, (_, index) => ({
    ...chat,
    id: id(index),
    context_window: 32_768,
  }))

  const listed = await list(models)

  expect(listed).toHaveLength(500)
  expect(Buffer.byteLength(JSON.stringify({ models: listed }))).toBeLessThan(1024 * 1024)
})
