import { expect, test } from 'vitest'
import { checkFallbacks, toDefaultModels } from './model-settings.ts'
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
  ['a listed model', 'acme/large'],
  ['a model name of the team', 'team-chat'],
  ['an existing one, whose provider does not list it now', 'acme/gone'],
  ['any model of a provider that lists none', 'silent/anything'],
])('%s can be a fallback', (_, id) => {
  expect(() => checkFallbacks([id], surroundings)).not.toThrow()
})

test.each([
  ['an unlisted model of a provider', 'acme/lagre'],
  ['an unknown provider', 'nobody/large'],
  ['a model for searches only', 'local/extractive'],
])('%s is rejected with its index in the list', (_, id) => {
  expect(() => checkFallbacks(['team-chat', id], surroundings)).toThrow(
    expect.objectContaining({ code: 'invalid_value', param: 'fallbacks.1' }),
  )
})

const chosen = {
  aliases: {},
  named: [],
  settings: new Map(),
  defaults: { chat: 'own/a', embeddings: 'own/b' },
}
const state: GatewayState = {
  providers: [],
  circuits: [],
  cooldowns: [],
  deployments: [],
  lost_keys: [],
  models: [],
  defaults: { chat: 'own/a', embeddings: 'local/bge' },
  next_embedder: 'own/b',
  search: { order: [], listed: false },
  problems: { providers: {}, search: {}, models: {}, defaults: {} },
}

test('if another embedding model was chosen, the one in use until the next start is reported', () => {
  const later = (of: GatewayState | null) =>
    toDefaultModels(chosen, of).flatMap(({ job, until_restart: until }) =>
      until === null ? [] : [[job, until]],
    )

  expect(later(state)).toEqual([['embeddings', 'local/bge']])
  expect(later({ ...state, defaults: { embeddings: 'own/b' } })).toEqual([])
  expect(later(null)).toEqual([])
})

test('a default is shown even while no list has it', () => {
  expect(toDefaultModels(chosen, state).find(({ job }) => job === 'chat')).toMatchObject({ model: 'own/a' })
})
