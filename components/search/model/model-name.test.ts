import { expect, test } from 'vitest'
import { modelIdOf, readAnswerModel } from './model-name.ts'

test('a model is given by provider and model, by model alone, or by the legacy field', () => {
  expect(modelIdOf({ provider: 'local', model: 'extractive' })).toBe('local/extractive')
  expect(modelIdOf({ model: 'local/extractive' })).toBe('local/extractive')
  expect(modelIdOf({ provider: 'local', model: 'local/extractive' })).toBe('local/extractive')
  expect(modelIdOf({ name: 'team-chat' })).toBe('team-chat')
  expect(modelIdOf(undefined)).toBeNull()
})

test('the model that answers is the one of the request, else the default that the API marks', () => {
  const model = (id: string, type: 'chat' | 'web') =>
    ({ id, type, object: 'model', created: 0, owned_by: 'local', default: true }) as const
  const models = [model('local/small', 'chat'), model('local/extractive', 'web')]

  expect(readAnswerModel({ params: { chatModel: { model: 'acme/large' } } }, models)).toBe('acme/large')
  expect(readAnswerModel({ params: {} }, models)).toBe('local/small')
  expect(readAnswerModel({ params: { optimizationMode: 'speed' } }, models)).toBe('local/extractive')
  expect(readAnswerModel({ params: {} }, [])).toBeNull()
})
