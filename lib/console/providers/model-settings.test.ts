import { expect, test } from 'vitest'
import { checkFallbacks, toUsualModels } from './model-settings.ts'
import type { GatewayState } from '#lib/console/api/gateway-state.ts'

const surroundings = {
  kept: ['acme/gone'],
  models: [
    { id: 'acme/large', owned_by: 'acme', type: 'chat' },
    { id: 'team-chat', owned_by: 'acme', type: 'chat' },
    { id: 'local/extractive', owned_by: 'local', type: 'web' },
  ],
  providers: ['local', 'acme', 'silent'],
} as const

test.each([
  ['a model that is listed', 'acme/large'],
  ['a name of the team’s own', 'team-chat'],
  ['one that it had, whose provider does not list it now', 'acme/gone'],
  ['any model of a provider that lists none', 'silent/anything'],
])('%s may follow', (_, id) => {
  expect(() => checkFallbacks([id], surroundings)).not.toThrow()
})

test.each([
  ['what its provider does not list', 'acme/lagre'],
  ['a provider that is not here', 'nobody/large'],
  ['what answers searches only', 'local/extractive'],
])('%s is refused by its place in the list', (_, id) => {
  expect(() => checkFallbacks(['team-chat', id], surroundings)).toThrow(
    expect.objectContaining({ code: 'invalid_value', param: 'fallbacks.1' }),
  )
})

const chosen = { named: [], settings: new Map(), defaults: { chat: 'own/a', embeddings: 'own/b' } }
const usual = (id: string, type: 'chat' | 'embeddings') =>
  ({ id, type, object: 'model', created: 0, owned_by: 'own', default: true }) as const
const state: GatewayState = {
  providers: [],
  circuits: [],
  models: [usual('own/a', 'chat'), usual('own/b', 'embeddings')],
  embedder: 'local/bge',
  search: { order: [], listed: false },
  problems: { providers: {}, search: {}, models: {}, defaults: {} },
}

test('what the library is read with until the next start is told, where another was chosen', () => {
  const later = (of: GatewayState | null) =>
    toUsualModels(chosen, of).flatMap(({ job, until_restart: until }) =>
      until === null ? [] : [[job, until]],
    )

  expect(later(state)).toEqual([['embeddings', 'local/bge']])
  expect(later({ ...state, embedder: 'own/b' })).toEqual([])
  expect(later(null)).toEqual([])
})
