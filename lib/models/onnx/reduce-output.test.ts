import { expect, test } from 'vitest'
import { reduceOutput } from './reduce-output.ts'

const output = Float32Array.of(1, 2, 3, 4, 5, 6)

test('reduces to the first row, the mean of all rows, or everything', () => {
  expect([...reduceOutput(output, 3, 'first')]).toEqual([1, 2])
  expect([...reduceOutput(output, 3, 'mean')]).toEqual([3, 4])
  expect([...reduceOutput(output, 3, 'all')]).toEqual([1, 2, 3, 4, 5, 6])
})

test('the result has its own memory', () => {
  for (const reduction of ['first', 'mean', 'all'] as const)
    expect(reduceOutput(output, 3, reduction).buffer).not.toBe(output.buffer)
})
