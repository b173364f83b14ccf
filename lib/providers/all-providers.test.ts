import { expect, test } from 'vitest'
import { knownProviders } from '#lib/known-providers.ts'
import { serverOf } from '#lib/providers/registry/provider-entry.ts'
import { allProviders, providerById } from './all-providers.ts'

test('a definition has the URL, the variable and the API of its line in lib/known-providers.ts', () => {
  for (const known of knownProviders) expect(providerById(known.id)).toMatchObject(known)
  expect(providerById('local')).toMatchObject({ id: 'local', kind: 'openai' })
})

test('a definition is found by its own id', () => {
  for (const definition of allProviders) expect(providerById(definition.id)).toBe(definition)
})

test('a provider configured by a variable is recognized by its URL unless it has its own API', () => {
  const recognized = knownProviders.filter(({ kind }) => kind !== 'anthropic')

  expect(recognized.map(({ baseUrl }) => serverOf(baseUrl).id)).toEqual(recognized.map(({ id }) => id))
})

test('only our own models process may set our error codes', () => {
  expect(idsWhere(({ quirks }) => quirks.local === true)).toEqual(['local'])
})

test.each([
  ['https://api.openai.com/v1', 'openai'],
  ['https://generativelanguage.googleapis.com/v1beta/openai', 'gemini'],
  ['https://api.mistral.ai/v1', 'mistral'],
  ['https://api.groq.com/openai/v1', 'groq'],
  ['https://api.cohere.ai/compatibility/v1', 'cohere'],
  ['https://api.deepseek.com', 'deepseek'],
  ['https://api.x.ai/v1', 'xai'],
  ['https://api.together.ai/v1', 'together'],
  ['https://openrouter.ai/api/v1', 'openrouter'],
  ['https://api.jina.ai/v1', 'jina'],
  ['https://api.voyageai.com/v1', 'voyage'],
  ['https://api.mixedbread.com/v1', 'mixedbread'],
  ['http://10.0.0.5:11434/v1', 'ollama'],
  ['http://localhost:1234/v1', 'lm-studio'],
  ['http://10.0.0.5:8000/v1', 'other'],
  ['https://notx.ai/v1', 'other'],
  ['https://api.openai.com.evil.example/v1', 'other'],
])('%s is served by %s', (baseUrl, server) => {
  expect(serverOf(baseUrl).id).toBe(server)
})

function idsWhere(matches: (definition: (typeof allProviders)[number]) => boolean): string[] {
  return allProviders.filter(matches).map(({ id }) => id)
}
