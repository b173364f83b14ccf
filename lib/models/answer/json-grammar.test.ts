import { describe, expect, test } from 'vitest'
import { grammarToRegExp } from './__fixtures__/grammar-to-regexp.ts'
import { anyObject, toGrammar, type JsonSchema } from './json-grammar.ts'

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
  const pattern = grammarToRegExp(write(schema))

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
  const grammar = write({
    type: 'object',
    properties: { 'a" | "b\n': { type: 'null' } },
    required: ['a" | "b\n'],
  })

  expect(grammarToRegExp(grammar).test('{"a\\" | \\"b\\n":null}')).toBe(true)
  expect(grammarToRegExp(grammar).test('{"b":null}')).toBe(false)
})

test('values with a common beginning differ only where their texts do', () => {
  const values = [
    'a',
    'ab',
    'abc',
    'b\\"',
    '😀',
    '😁',
    '',
    1,
    12,
    123,
    -1,
    null,
    true,
    [1],
    { a: 1 },
    { a: 2 },
  ]
  const pattern = grammarToRegExp(write({ enum: values }))

  for (const value of values) expect([value, pattern.test(JSON.stringify(value))]).toEqual([value, true])
  for (const text of ['"abcd"', '"b"', '13', '2', 'false', '[2]', '{"a":3}', '"\ud83d"', ''])
    expect([text, pattern.test(text)]).toEqual([text, false])
})

test('the rules of a schema that several branches share are written once', () => {
  const shared = { type: 'object', properties: { a: { enum: ['x', 'y'] } } }
  const branches = Array.from({ length: 40 }, (_, at) => ({ properties: { kind: { const: at } } }))
  const grammar = write({ properties: { kind: {}, shared }, required: ['kind', 'shared'], anyOf: branches })

  expect(grammar.match(/"x\\""|"\\"" \("x|\("x/g)).toHaveLength(1)
})

test('references of a tool are those of its own schema', () => {
  const of = (type: string) => ({ $ref: '#/$defs/a', $defs: { a: { type } } })
  const pattern = grammarToRegExp(
    toGrammar([
      { tool: 'one', schema: of('null') },
      { tool: 'other', schema: of('boolean') },
      { tool: null, schema: of('integer') },
    ]),
  )
  const accepts = (value: unknown) => pattern.test(JSON.stringify(value))

  expect([
    accepts({ name: 'one', arguments: null }),
    accepts({ name: 'other', arguments: true }),
    accepts(5),
  ]).toEqual([true, true, true])
  expect([accepts({ name: 'one', arguments: true }), accepts(null)]).toEqual([false, false])
})

function write(schema: JsonSchema): string {
  return toGrammar([{ tool: null, schema }])
}
