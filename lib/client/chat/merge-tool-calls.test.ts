import { expect, test } from 'vitest'
import { mergeToolCalls } from './merge-tool-calls.ts'

test('an index that jumps ahead leaves no hole', () => {
  const calls = mergeToolCalls([], [{ index: 7, id: 'a', function: { name: 'f', arguments: '{}' } }])

  expect(calls).toEqual([{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }])
})

test('a fragment without a function changes nothing but makes the call known', () => {
  expect(mergeToolCalls([], [{ index: 0, id: 'a' }])).toEqual([
    { id: 'a', type: 'function', function: { name: '', arguments: '' } },
  ])
})

test('the given calls are not changed', () => {
  const calls = mergeToolCalls([], [{ index: 0, id: 'a', function: { name: 'f', arguments: '1' } }])

  mergeToolCalls(calls, [{ index: 0, function: { arguments: '2' } }])

  expect(calls[0]?.function.arguments).toBe('1')
})
