import { expect, test } from 'vitest'
import { balance } from './load-onnx-model.ts'

test('every text is assigned once, and the threads are balanced', () => {
  const lengths = [500, 12, 12, 480, 100, 90, 300, 5]
  const shares = balance(lengths, 2)
  const sums = shares.map(share => share.reduce((sum, position) => sum + (lengths[position] ?? 0), 0))

  expect(shares.flat().toSorted((a, b) => a - b)).toEqual([...lengths.keys()])
  expect(Math.abs((sums[0] ?? 0) - (sums[1] ?? 0))).toBeLessThan(100)
})

test('one text uses one thread', () => {
  expect(balance([7], 3)).toEqual([[0], [], []])
})
