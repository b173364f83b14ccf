import { expect, test } from 'vitest'
import { createTestUpstream, plainJson } from './test-upstream.ts'
import { createRegistry } from './registry.ts'

test('the usual choices are marked, and only among all models', async () => {
  const data = [{ id: 'a' }, { id: 'b' }]
  const list = { headers: plainJson, parts: [JSON.stringify({ data })] }
  const registry = createRegistry({
    providers: [{ id: 'openai', kind: 'openai', baseUrl: null, apiKey: 'k', from: 'environment' }],
    models: [],
    request: createTestUpstream(list).request,
    fetchImage: () => Promise.reject(new Error('no images here')),
    local: null,
    defaults: ['openai/b'],
  })
  const marked = (models: readonly { id: string; default?: true | undefined }[]) =>
    models.filter(model => model.default).map(({ id }) => id)

  expect(marked(await registry.list({ all: true }))).toEqual(['openai/b'])
  expect(marked(await registry.list())).toEqual([])
})
