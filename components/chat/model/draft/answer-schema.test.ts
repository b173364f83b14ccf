import { expect, test } from 'vitest'
import { readAnswerSchema } from './answer-schema.ts'

const schema = { type: 'object' }

test('the schema is read from response_format only for a schema request', () => {
  expect(
    readAnswerSchema({ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }),
  ).toEqual(schema)
  expect(readAnswerSchema({ response_format: { type: 'json_object' } })).toBeNull()
  expect(readAnswerSchema({})).toBeNull()
})
