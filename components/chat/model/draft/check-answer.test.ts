import { expect, test } from 'vitest'
import { checkAnswer } from './check-answer.ts'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    age: { type: 'integer', maximum: 120 },
  },
  required: ['name'],
  additionalProperties: false,
}

test('a matching answer is valid', () => {
  expect(checkAnswer('{"name":"Ada","tags":["x"],"age":36}', schema)).toEqual({ status: 'fits' })
})

test.each([
  ['{"name":"Ada","tags":["x",2]}', 'tags.1'],
  ['{"name":"Ada","age":200}', 'age'],
  ['{"tags":[]}', 'name'],
  ['{"name":"Ada","more":1}', ''],
])('%s fails at "%s"', (text, path) => {
  const check = checkAnswer(text, schema)

  expect(check.status === 'fails' ? check.failures.map(failure => failure.path) : check).toContain(path)
})

test('text around the JSON makes it invalid', () => {
  expect(checkAnswer('Here you are: {}', schema)).toEqual({ status: 'not-json' })
  expect(checkAnswer('', schema)).toEqual({ status: 'not-json' })
})

test('an invalid schema gives a reason', () => {
  expect(checkAnswer('{}', { type: 'object', unevaluatedProperties: false })).toMatchObject({
    status: 'unreadable-schema',
  })
})
