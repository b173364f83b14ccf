import { expect, test } from 'vitest'
import { toList, toNumber, toObject, toText } from './json-value.ts'
import { isRecord } from '#lib/read-json.ts'

test('a value of another type reads as empty and never throws', () => {
  const others = [null, undefined, 1, 'x', true, [], {}]

  expect(others.filter(isRecord)).toEqual([{}])
  expect(others.map(toObject)).toEqual(others.map(() => ({})))
  expect(others.map(toList)).toEqual(others.map(() => []))
  expect(others.map(toText)).toEqual([null, null, null, 'x', null, null, null])
  expect(others.map(toNumber)).toEqual([null, null, 1, null, null, null, null])
  expect(toNumber(Number.NaN)).toBeNull()
})
