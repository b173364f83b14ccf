import { expect, test } from 'vitest'
import { mergeToolCalls, readToolCallDelta } from './merge-tool-calls.ts'

test('an index that jumps ahead leaves no hole', () => {
  const calls = mergeToolCalls(
    [],
    [readToolCallDelta({ index: 7, id: 'a', function: { name: 'f', arguments: '{}' } }, 0)],
  )

  expect(calls).toEqual([{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }])
})

test('a fragment without a function changes nothing but makes the call known', () => {
  expect(mergeToolCalls([], [readToolCallDelta({ index: 0, id: 'a' }, 0)])).toEqual([
    { id: 'a', type: 'function', function: { name: '', arguments: '' } },
  ])
})

test('the given calls are not changed', () => {
  const calls = mergeToolCalls(
    [],
    [readToolCallDelta({ index: 0, id: 'a', function: { name: 'f', arguments: '1' } }, 0)],
  )

  mergeToolCalls(calls, [readToolCallDelta({ index: 0, function: { arguments: '2' } }, 0)])

  expect(calls[0]?.function.arguments).toBe('1')
})
