import { expect, test } from 'vitest'
import { readJson, readJsonRecord } from './read-json.ts'

test.each([
  ['{"a":1}', { a: 1 }],
  ['[1]', [1]],
  ['null', null],
  ['"text"', 'text'],
])('%s is read as its value', (text, value) => {
  expect(readJson(text)).toEqual(value)
})

test.each(['', '{', 'undefined', '<html>', '{"a":1} x'])('%j is not JSON', text => {
  expect(readJson(text)).toBeUndefined()
  expect(readJsonRecord(text)).toBeNull()
})

test('only an object is a record', () => {
  expect(readJsonRecord('{"a":1}')).toEqual({ a: 1 })
  expect(['[1]', 'null', '"text"', '1'].map(readJsonRecord)).toEqual([null, null, null, null])
})
