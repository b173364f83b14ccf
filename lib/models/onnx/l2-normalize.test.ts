import { expect, test } from 'vitest'
import { l2Normalize } from './l2-normalize.ts'

test('a vector is normalized and keeps its direction', () => {
  const [x = 0, y = 0] = l2Normalize(Float32Array.of(3, 4))

  expect([x, y]).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.8, 6)])
})

test('a zero vector stays unchanged', () => {
  expect([...l2Normalize(Float32Array.of(0, 0))]).toEqual([0, 0])
})
