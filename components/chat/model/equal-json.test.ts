import { expect, test } from 'vitest'
import { equalJson } from './equal-json.ts'

test('the order of keys and undefined keys do not count', () => {
  expect(equalJson({ a: 1, b: [{ c: null }], d: undefined }, { b: [{ c: null }], a: 1 })).toBe(true)
})

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, {}],
  [{ a: 1 }, { b: 1 }],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], { 0: 1 }],
  [null, {}],
  ['1', 1],
  [{ a: null }, {}],
])('%j and %j differ', (a, b) => {
  expect(equalJson(a, b)).toBe(false)
  expect(equalJson(b, a)).toBe(false)
})
