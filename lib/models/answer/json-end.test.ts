import { expect, test } from 'vitest'
import { jsonEnd, mayBecomeCall } from './json-end.ts'

test('the end of JSON is found despite strings, escapes and nesting', () => {
  expect(jsonEnd('{"a": "}\\"]", "b": [1, {}]} and more')).toBe('{"a": "}\\"]", "b": [1, {}]}'.length)
  expect(jsonEnd('{"a": [1, 2}')).toBe(-1)
  expect(jsonEnd('{"a": "\\')).toBe(-1)
})

test.each(['', ' ', '{', '[', '[ {', '{ "', '{"na', '{"name', '{"name"', '{"name": "x"', '{"arguments":'])(
  '%j may become a call',
  text => expect(mayBecomeCall(text)).toBe(true),
)

test.each(['x', '{}', '{1', '[1', '[]', '{"port', '{"names"', '{"port": 1'])(
  '%j cannot become a call',
  text => expect(mayBecomeCall(text)).toBe(false),
)
