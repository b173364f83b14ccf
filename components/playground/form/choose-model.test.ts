import { beforeEach, expect, test, vi } from 'vitest'
import type { Model } from '#lib/contracts/api/models.ts'
import { firstModel, modelsFor, otherModel, rememberModel } from './choose-model.ts'

const model = (id: string, changes: Partial<Model> = {}): Model => ({
  id,
  object: 'model',
  created: 0,
  owned_by: 'local',
  type: 'chat',
  ...changes,
})

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

test('only models of the capability are offered, ready ones first', () => {
  const models = [
    model('a', { state: 'not_configured' }),
    model('b', { state: 'downloading' }),
    model('c', { type: 'embeddings' }),
    model('d', { state: 'ready' }),
    model('e', { type: 'speech', capabilities: ['chat'] }),
  ]

  expect(modelsFor('chat', models).map(({ id }) => id)).toEqual(['d', 'e', 'b', 'a'])
})

test('the last selected model is selected again while it is available', () => {
  rememberModel('chat', 'b')

  expect(firstModel('chat', [model('a'), model('b')])).toBe('b')
  expect(firstModel('chat', [model('a')])).toBe('a')
  expect(firstModel('embeddings', [model('a'), model('b')])).toBe('a')
})

test('the default comes before other ready models, but not before a download that was never started', () => {
  expect(firstModel('chat', [model('a'), model('b', { default: true })])).toBe('b')
  expect(firstModel('chat', [model('a'), model('b', { default: true, state: 'not_downloaded' })])).toBe('a')
})

test('before the first download finishes, the downloading model is selected', () => {
  const models = modelsFor('chat', [
    model('x', { state: 'not_configured' }),
    model('y', { state: 'downloading' }),
  ])

  expect(firstModel('chat', models)).toBe('y')
  expect(firstModel('chat', [])).toBeNull()
})

test('a comparison picks another model that is ready', () => {
  const models = [
    model('a'),
    model('b', { state: 'not_downloaded' }),
    model('e', { state: 'downloading' }),
    model('c'),
    model('d', { type: 'rerank' }),
  ]

  expect(otherModel('chat', models, ['a'])).toBe('c')
  expect(otherModel('chat', models, ['a', 'c'])).toBeNull()
  expect(otherModel('rerank', models, ['d', null])).toBeNull()
})
