import { expect, test } from 'vitest'
import { fitToSquare } from './fit-to-square.ts'

test('the wider axis fills −1…1, the other keeps its proportion around the middle', () => {
  expect(fitToSquare(Float32Array.of(10, 5, 30, 5, 20, 15))).toEqual(
    Float32Array.of(-1, -0.5, 1, -0.5, 0, 0.5),
  )
})

test('points in one place are in the middle', () => {
  expect(fitToSquare(Float32Array.of(7, 7, 7, 7))).toEqual(new Float32Array(4))
})
