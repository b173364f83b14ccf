import { expect, test } from 'vitest'
import { readOrigin, toOrigin } from './handoff-origin.ts'

test.each([
  ['texts', 42, '42 texts from Embeddings'],
  ['texts', 1, '1 text from Embeddings'],
  ['documents', 1200, '1,200 documents from Embeddings'],
  ['answer', 3, '1 answer from Embeddings'],
] as const)('%s × %i: %s', (kind, count, label) => {
  expect(toOrigin('embeddings', null, { kind, count }).label).toBe(label)
})

test('a stored origin is restored, and invalid data is rejected', () => {
  const origin = toOrigin('chat', 'run_1', { kind: 'answer', count: 1 })

  expect(readOrigin(JSON.parse(JSON.stringify(origin)))).toEqual(origin)
  expect(readOrigin({ ...origin, runId: 5 })).toEqual({ ...origin, runId: null })
  expect(readOrigin({ contract: 'chat' })).toBeNull()
  expect(readOrigin('chat')).toBeNull()
  expect(readOrigin({ ...origin, label: 'x'.repeat(10_000) })?.label).toHaveLength(200)
})

test.each(['/evil.example', '\\evil.example', 'admin', 'toString', '../v1'])(
  'an origin that would lead to /%s is rejected',
  contract => {
    expect(readOrigin({ contract, runId: null, label: '1 text' })).toBeNull()
  },
)
