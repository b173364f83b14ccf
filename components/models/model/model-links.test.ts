import { expect, test } from 'vitest'
import { readModelPath, toComparison, toModelPath, toPlayground } from './model-links.ts'

test.each(['local/qwen3-1.7b', 'ollama/llama3.3:70b', 'acme/a/b c', '100%'])(
  'the path of %s leads back to it',
  id => {
    expect(readModelPath(toModelPath(id))).toBe(id)
  },
)

test('the catalog and other pages are no model', () => {
  expect(readModelPath('/models')).toBeNull()
  expect(readModelPath('/models/100%')).toBe('100%')
})

test.each([
  ['chat', '/chat?models=acme%2Fa'],
  ['rerank', '/rerank?models=acme%2Fa'],
  ['embeddings', '/embeddings?models=acme%2Fa'],
  ['speech', '/documents'],
  ['web', '/search'],
  [null, '/chat?models=acme%2Fa'],
] as const)('a model of type %s is tried at %s', (type, href) => {
  expect(toPlayground({ id: 'acme/a', type }).href).toBe(href)
})

test('a model is compared with another one of its type, if there is one', () => {
  expect(toComparison({ id: 'a', type: 'chat' }, 'b')).toBe('/chat?models=a%2Cb')
  expect(toComparison({ id: 'a', type: 'chat' }, null)).toBeNull()
  expect(toComparison({ id: 'a', type: 'speech' }, 'b')).toBeNull()
})
