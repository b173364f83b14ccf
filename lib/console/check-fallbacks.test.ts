import { expect, test } from 'vitest'
import { checkFallbacks } from './check-fallbacks.ts'

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
