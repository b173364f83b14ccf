import { expect, test } from 'vitest'
import { readJsonObject } from './read-json-object.ts'

test('an object is parsed', () => {
  expect(readJsonObject('{"a": [1]}')).toEqual({ ok: true, value: { a: [1] } })
})

test.each([
  ['{\n  "a": 1,\n}', 3, 1],
  ['{\n  "a": nope\n}', 2, 8],
  ['{"a": ', 1, 7],
  ['', 1, 1],
  ['{"a": "b\nc"}', 1, 7],
  ['{"a" 1}', 1, 6],
  ['{a: 1}', 1, 2],
  ['[1, 2', 1, 6],
  ['{"a": 01}', 1, 7],
  ['{"a": 1} x', 1, 10],
  ['{"a": "\\x"}', 1, 7],
])('the error in %j is located at line %i, column %i', (text, line, column) => {
  const reading = readJsonObject(text)

  expect(reading.ok).toBe(false)
  expect(reading.ok ? '' : reading.problem).toMatch(new RegExp(`^Line ${line}, column ${column}: .+\\.$`))
})

test.each(['[]', '"text"', 'null', '3'])('%s is not a valid body', text => {
  expect(readJsonObject(text)).toMatchObject({ ok: false, problem: expect.stringContaining('JSON object') })
})
