import { expect, test } from 'vitest'
import { modelIdOf } from './model-name.ts'

test('a model is given by provider and model, by model alone, or by the legacy field', () => {
  expect(modelIdOf({ provider: 'local', model: 'extractive' })).toBe('local/extractive')
  expect(modelIdOf({ model: 'local/extractive' })).toBe('local/extractive')
  expect(modelIdOf({ provider: 'local', model: 'local/extractive' })).toBe('local/extractive')
  expect(modelIdOf({ name: 'team-chat' })).toBe('team-chat')
  expect(modelIdOf(undefined)).toBeNull()
})
