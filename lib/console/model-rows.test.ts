import { expect, test } from 'vitest'
import type { GatewayState } from './gateway-state.ts'
import { toUsualModels } from './model-rows.ts'

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
