import { describe, expect, test } from 'vitest'
import { grammarToRegExp, toRegExp } from './__fixtures__/grammar-to-regexp.ts'
import { anyObject, toGrammar, type JsonSchema, integerGrammar } from './json-grammar.ts'
import fc from 'fast-check'

interface Case {
  readonly title: string
  readonly schema: JsonSchema
  readonly fits: readonly unknown[]
  readonly fails: readonly string[]
}

const contact = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    email: { type: 'string' },
    age: { type: 'integer', minimum: 0, maximum: 120 },
  },
  required: ['name', 'age'],
  additionalProperties: false,
}

const cases: readonly Case[] = [
  {
    title: 'an object with an optional member',
    schema: contact,
    fits: [
      { name: 'A', age: 0 },
      { name: 'A\n"é"', email: 'b', age: 120 },
    ],
    fails: [
      '{"name":"A","age":121}',
      '{"name":"A"}',
      '{"name":"A","age":1,"more":2}',
      '{"age":1,"name":"A"}',
      '{"name":"A",}',
    ],
  },
  {
    title: 'an object of optional members only',
    schema: { type: 'object', properties: { a: { type: 'null' }, b: { type: 'boolean' }, c: { const: 1 } } },
    fits: [{}, { a: null }, { b: true }, { c: 1 }, { a: null, c: 1 }, { a: null, b: false, c: 1 }],
    fails: ['{,"b":true}', '{"a":null "b":true}', '{"b":1}', '{"c":2}'],
  },
  { title: 'an empty object', schema: { type: 'object', properties: {} }, fits: [{}], fails: ['{"a":1}'] },
  {
    title: 'a map',
    schema: { type: 'object', additionalProperties: { type: 'number' } },
    fits: [{}, { a: 1, b: -2.5e10 }],
    fails: ['{"a":"x"}', '{"a":01}', '{"a":1.}', '{"a":+1}'],
  },
  {
    title: 'any object',
    schema: anyObject,
    fits: [{ a: [1, 'x', null, { b: true }] }],
    fails: ['[]', '1', '{"a"}'],
  },
  {
    title: 'lists with bounds',
    schema: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 3 },
    fits: [
      [1, 2],
      [1, 2, 3],
    ],
    fails: ['[1]', '[1,2,3,4]', '[]', '[1,2,]'],
  },
  {
    title: 'a tuple',
    schema: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'null' }] },
    fits: [['a', null]],
    fails: ['["a"]'],
  },
  {
    title: 'enumerations',
    schema: { enum: ['a"b', 2, null, true] },
    fits: ['a"b', 2, null, true],
    fails: ['"ab"', '3'],
  },
  { title: 'several types', schema: { type: ['string', 'null'] }, fits: ['x', null], fails: ['1'] },
  {
    title: 'branches beside common members',
    schema: {
      type: 'object',
      properties: { id: { type: 'integer' } },
      required: ['id'],
      anyOf: [
        { properties: { a: { const: 1 } }, required: ['a'] },
        { properties: { b: { const: 2 } }, required: ['b'] },
      ],
    },
    fits: [
      { id: 1, a: 1 },
      { id: 1, b: 2 },
    ],
    fails: ['{"id":1}', '{"a":1}'],
  },
  {
    title: 'allOf',
    schema: {
      allOf: [
        { properties: { a: { const: 1 } }, required: ['a'] },
        { properties: { b: { const: 2 } }, required: ['b'] },
      ],
    },
    fits: [{ a: 1, b: 2 }],
    fails: ['{"a":1}'],
  },
  {
    title: 'references, itself included',
    schema: {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: {
            v: { type: 'integer' },
            next: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/node' }] },
          },
          required: ['v', 'next'],
        },
      },
    },
    fits: [
      { v: 1, next: null },
      { v: 1, next: { v: 2, next: null } },
    ],
    fails: ['{"v":1}', '{"v":1,"next":{}}'],
  },
  {
    title: 'formats and lengths',
    schema: {
      type: 'array',
      prefixItems: [
        { type: 'string', format: 'date' },
        { type: 'string', format: 'date-time' },
        { type: 'string', minLength: 2, maxLength: 3 },
        { type: 'string', format: 'email' },
        { type: 'string', format: 'uuid' },
      ],
    },
    fits: [
      [
        '2026-11-21',
        '2026-11-21T15:00:00Z',
        'ab',
        'ann.lee@example.com',
        '0b87b9a0-0000-4000-8000-000000000000',
      ],
    ],
    fails: [
      '["2026-13-01","2026-11-21T15:00:00Z","ab","a@b.com","0b87b9a0-0000-4000-8000-000000000000"]',
      '["2026-11-21","2026-11-21T15:00:00Z","a","a@b.com","0b87b9a0-0000-4000-8000-000000000000"]',
    ],
  },
  {
    title: 'an unknown keyword',
    schema: { type: 'string', pattern: '^a' },
    fits: ['anything'],
    fails: ['1'],
  },
  { title: 'no schema', schema: true, fits: [1, 'x', [], {}], fails: ['x', ''] },
]

describe.each(cases)('$title', ({ schema, fits, fails }) => {
  const pattern = grammarToRegExp(toGrammar(schema))

  test('valid JSON can be generated, compact and indented', () => {
    for (const value of fits) {
      expect([value, pattern.test(JSON.stringify(value))]).toEqual([value, true])
      expect([value, pattern.test(JSON.stringify(value, null, 2))]).toEqual([value, true])
    }
  })

  test('invalid JSON cannot be generated', () => {
    for (const text of fails) expect([text, pattern.test(text)]).toEqual([text, false])
  })
})

test('names are quoted, so a schema cannot inject grammar rules', () => {
  const grammar = toGrammar({
    type: 'object',
    properties: { 'a" | "b\n': { type: 'null' } },
    required: ['a" | "b\n'],
  })

  expect(grammarToRegExp(grammar).test('{"a\\" | \\"b\\n":null}')).toBe(true)
  expect(grammarToRegExp(grammar).test('{"b":null}')).toBe(false)
})

test('a range matches exactly its integers', () => {
  for (const [minimum, maximum] of [
    [0, 120],
    [5, 5],
    [-3, 12],
    [-120, -7],
    [98, 1203],
    [0, 9],
    [10, 99],
  ] as const) {
    const pattern = toRegExp(integerGrammar(minimum, maximum))
    for (let value = -1300; value <= 1300; value += 1)
      expect([value, pattern.test(String(value))]).toEqual([value, value >= minimum && value <= maximum])
  }
})

test('any two bounds exclude their neighbors', () => {
  const bound = fc.integer({ min: -1e9, max: 1e9 })
  fc.assert(
    fc.property(bound, bound, (first, second) => {
      const [low, high] = [Math.min(first, second), Math.max(first, second)]
      const pattern = toRegExp(integerGrammar(low, high))

      expect([low - 1, low, high, high + 1].map(value => pattern.test(String(value)))).toEqual([
        false,
        true,
        true,
        false,
      ])
    }),
  )
})

test('numbers follow JSON: no leading zeros, no minus zero', () => {
  const pattern = toRegExp(integerGrammar())

  expect(['0', '-1', '999999999999999', '-999999999999999'].every(text => pattern.test(text))).toBe(true)
  expect(['-0', '00', '01', '1.5', '', '1000000000000000'].some(text => pattern.test(text))).toBe(false)
})
