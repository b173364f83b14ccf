import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prettyJson } from './pretty-json.ts'

test('fields stand on lines of their own, vectors on one', () => {
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

test('what is written means the same, whatever the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 4), (value, space) => {
      const pretty = prettyJson(JSON.stringify(value, null, space))

      expect(JSON.parse(pretty)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a value without lists of numbers is written as JSON.stringify writes it', () => {
  const value = { a: 'x"\\', b: { c: [true, null, ['d']], e: '[1,2]' } }

  expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
})

test('what is no JSON stays as it is', () => {
  expect(prettyJson('<html>{}</html>')).toBe('<html>{}</html>')
  expect(prettyJson('{"a":')).toBe('{"a":')
})

test('the head of a large body is its first part, however long the strings and lists are', () => {
  const large = JSON.stringify({
    input: Array.from({ length: 2048 }, (_, index) => `text ${index}`.repeat(100)),
  })
  const vector = JSON.stringify({ embedding: Array.from({ length: 300_000 }, (_, index) => index) })

  expect(prettyJson(large, 5000).length).toBeLessThan(10_000)
  expect(prettyJson(large)).toContain(prettyJson(large, 5000))
  expect(prettyJson(vector, 5000).length).toBeLessThan(20_000)
  expect(prettyJson(vector)).toContain(prettyJson(vector, 5000))
})
