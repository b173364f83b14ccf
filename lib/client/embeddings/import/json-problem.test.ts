import { expect, test } from 'vitest'
import { jsonProblem } from './json-problem.ts'

const text = '[\n"a",\n"b"\n"c"]'

test.each([
  ['Chrome', "Expected ',' or ']' after array element in JSON at position 11 (line 4 column 1)"],
  ['older Chrome', 'Unexpected string in JSON at position 11'],
  ['Firefox', "JSON.parse: expected ',' or ']' after array element at line 4 column 1 of the JSON data"],
])('%s: the line is found in its words', (_, message) => {
  expect(jsonProblem(new SyntaxError(message), text).line).toBe(4)
})

test('Safari names no place, so neither do we', () => {
  expect(jsonProblem(new SyntaxError("JSON Parse error: Expected ']'"), text)).toEqual({
    line: null,
    reason: "Expected ']'.",
  })
})

test('a text that ends too early breaks at its end', () => {
  expect(jsonProblem(new SyntaxError('Unexpected end of JSON input'), '{\n"a":').line).toBe(2)
})

test('the reason has no position, which nobody counts', () => {
  const message = "Expected ',' or ']' after array element in JSON at position 11 (line 4 column 1)"

  expect(jsonProblem(new SyntaxError(message), text).reason).toBe("Expected ',' or ']' after array element.")
})
