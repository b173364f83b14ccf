import { expect, test } from 'vitest'
import { readAnswerSchema } from './answer-schema.ts'

const schema = { type: 'object' }

test('the schema is found in response_format only when it is asked for', () => {
  expect(
    readAnswerSchema({ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }),
  ).toEqual(schema)
  expect(readAnswerSchema({ response_format: { type: 'json_object' } })).toBeNull()
  expect(readAnswerSchema({})).toBeNull()
})
