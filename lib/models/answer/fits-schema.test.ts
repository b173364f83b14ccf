import { expect, test } from 'vitest'
import { fitsSchema } from './fits-schema.ts'

const schema = { type: 'object', properties: { age: { type: 'integer', maximum: 120 } }, required: ['age'] }

test('a value is checked against the schema, bounds included', () => {
  expect(fitsSchema(schema, { age: 120 })).toBe(true)
  expect(fitsSchema(schema, { age: 121 })).toBe(false)
  expect(fitsSchema(schema, {})).toBe(false)
  expect(fitsSchema(schema, [])).toBe(false)
})

test('a schema that cannot be read refuses nothing', () => {
  expect(fitsSchema({ type: 'no such type' }, 1)).toBe(true)
})
