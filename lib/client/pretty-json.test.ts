import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prettyJson } from './pretty-json.ts'

test('fields have their own lines, vectors share one', () => {
  const text = '{"data":[{"embedding":[0.1,-2e-3, 3],"index":0}],"empty":{ },"none":[],"mixed":[1,"a"]}'

  expect(prettyJson(text)).toBe(`{
  "data": [
    {
      "embedding": [0.1, -2e-3, 3],
      "index": 0
    }
  ],
  "empty": {},
  "none": [],
  "mixed": [
    1,
    "a"
  ]
}`)
})

test('the formatted JSON has the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 4), (value, space) => {
      const pretty = prettyJson(JSON.stringify(value, null, space))

      expect(JSON.parse(pretty)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a value without number arrays is formatted as by JSON.stringify', () => {
  const value = { a: 'x"\\', b: { c: [true, null, ['d']], e: '[1,2]' } }

  expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
})

test('invalid JSON is unchanged', () => {
  expect(prettyJson('<html>{}</html>')).toBe('<html>{}</html>')
  expect(prettyJson('{"a":')).toBe('{"a":')
})

test('a large body is truncated, however long its strings and arrays are', () => {
  const large = JSON.stringify({
    input: Array.from({ length: 2048 }, (_, index) => `text ${index}`.repeat(100)),
  })
  const vector = JSON.stringify({ embedding: Array.from({ length: 300_000 }, (_, index) => index) })

  expect(prettyJson(large, 5000).length).toBeLessThan(10_000)
  expect(prettyJson(large)).toContain(prettyJson(large, 5000))
  expect(prettyJson(vector, 5000).length).toBeLessThan(20_000)
  expect(prettyJson(vector)).toContain(prettyJson(vector, 5000))
})
