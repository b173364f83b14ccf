import { expect, test } from 'vitest'
import { fitsSchema } from './fits-schema.ts'

const schema = { type: 'object', properties: { age: { type: 'integer', maximum: 120 } }, required: ['age'] }

test('a value is validated against the schema, including limits', () => {
  expect(fitsSchema(schema, { age: 120 })).toBe(true)
  expect(fitsSchema(schema, { age: 121 })).toBe(false)
  expect(fitsSchema(schema, {})).toBe(false)
  expect(fitsSchema(schema, [])).toBe(false)
})

test('an unsupported schema accepts everything', () => {
  expect(fitsSchema({ type: 'no such type' }, 1)).toBe(true)
})
