import { expect, test } from 'vitest'
import { builtInSearchBackends, knownSearchBackends } from '#lib/known-search-backends.ts'
import { backendName } from './backend-names.ts'

test.each(knownSearchBackends)('$id is displayed by the label in its line', ({ id, label }) => {
  expect(backendName(id)).toBe(label)
})

test.each(builtInSearchBackends)('the built-in backend %s has a display name', id => {
  expect(backendName(id)).not.toBe(id)
})

test('a backend of a newer server is displayed by its ID', () => {
  expect(backendName('newer')).toBe('newer')
})
