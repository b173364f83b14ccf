import { expect, test } from 'vitest'
import { makeFolder } from './__fixtures__/test-folder.ts'

const provider = 'providers:\n  - { id: own, kind: openai, baseUrl: "http://own.example/v1" }\n'
const model = 'models:\n  - { id: team-chat, provider: own, upstream: qwen3, kind: chat }\n'

test.each(['team-chat', 'own/qwen3', 'openai/gpt-5', 'local/anything'])('%s can be a default', id => {
  using folder = makeFolder(`${provider}${model}defaults: { chat: ${id} }\n`)

  expect(folder.load({ OPENAI_API_KEY: 'sk-one' }).defaults).toEqual({ chat: id })
})

test('a default that no provider can serve is rejected with its line', () => {
  using folder = makeFolder(
    `${provider}${model}defaults:\n  chat: qwen3\n  embeddings: openai/x\n  speech: own/\n`,
  )

  expect(folder.failure({}).split('\n')).toEqual([
    expect.stringMatching(/^sextant\.yaml:6: defaults\.chat: unknown model qwen3; .* own\/, local\/$/),
    expect.stringMatching(/^sextant\.yaml:7: defaults\.embeddings: unknown model openai\/x; /),
    expect.stringMatching(/^sextant\.yaml:8: defaults\.speech: unknown model own\/; /),
  ])
})
