import { expect, test } from 'vitest'
import { findSchemaProblem } from './json-schema.ts'

test('the first malformed keyword is named in document order, escaped as in a JSON pointer', () => {
  const schema = { properties: { 'a/b~c': { items: [{}, { minItems: 0.5 }] }, d: { type: 5 } } }

  expect(findSchemaProblem(schema)).toBe(
    '`#/properties/a~1b~0c/items/1/minItems` must be an integer of at least 0',
  )
})

test('absent keywords written as null, names of properties and unknown keywords are not checked', () => {
  const names = Object.fromEntries(['type', 'required', 'items', '__proto__'].map(name => [name, {}]))

  expect(
    findSchemaProblem({ properties: names, items: null, example: { type: 5 }, const: { enum: 5 } }),
  ).toBeNull()
})

test('a schema that contains itself by reference is valid, and its references may be percent-encoded', () => {
  const schema = { $defs: { 'a b': { items: { $ref: '#' } } }, $ref: '#/%24defs/a%20b' }

  expect(findSchemaProblem(schema, { strict: true })).toBeNull()
})

test('a pattern that is too long to be compiled is a problem', () => {
  expect(findSchemaProblem({ pattern: 'a'.repeat(10_001) }, { strict: true })).toBe(
    '`#/pattern` has 10,001 characters; the limit is 10,000',
  )
})

test('too many patterns to be compiled are a problem', () => {
  const patterns = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`a${at}`, {}]))

  expect(findSchemaProblem({ patternProperties: patterns }, { strict: true })).toBe(
    '`#/patternProperties` has 1,001 patterns; the limit is 1,000',
  )
})

test('a million levels and a million names are read without end of the stack', () => {
  let deep: Record<string, unknown> = { type: 5 }
  for (let level = 0; level < 1_000_000; level += 1) deep = { not: deep }
  const wide = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, at) => [`name${at}`, {}]))

  expect(findSchemaProblem(deep)).toBeNull()
  expect(findSchemaProblem({ properties: wide, $defs: wide, definitions: wide })).toBeNull()
  expect(findSchemaProblem({ properties: { ['x'.repeat(1000)]: 5 } })?.length).toBeLessThan(300)
})
