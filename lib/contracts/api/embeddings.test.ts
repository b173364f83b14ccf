import { expect, test } from 'vitest'
import { embeddingsContract } from './embeddings.ts'
import { parse } from '#lib/contracts/core/parse.ts'

const ask = (fields: object) => parse(embeddingsContract.input, { model: 'm', input: 'a', ...fields })
const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)

test.each([
  ['a text', 'a'],
  ['a text of spaces', ' '],
  ['texts', many(2048, 'a')],
  ['token ids', [1, 2, 3]],
  ['more token ids in one text than the maximum number of texts', many(5000, 1)],
  ['lists of token ids', many(2048, [1, 2])],
])('accepts input: %s', (_, input) => {
  expect(ask({ input })).toMatchObject({ ok: true })
})

test.each([
  ['missing_required_parameter', 'input', null],
  ['invalid_value', 'input', ''],
  ['empty_array', 'input', []],
  ['invalid_value', 'input.1', ['a', '']],
  ['empty_array', 'input.1', [[1], []]],
  ['array_above_max_length', 'input', many(2049, 'a')],
  ['array_above_max_length', 'input', many(2049, [1])],
  ['array_above_max_length', 'input', many(20_000, 'a')],
  ['invalid_type', 'input', 5],
  ['invalid_type', 'input.0', [null]],
  ['invalid_type', 'input.0', [1.5]],
  ['invalid_type', 'input.1', ['a', 5]],
  ['invalid_type', 'input.1', [5, 'a']],
  ['invalid_type', 'input.1', [[5], 'a']],
  ['invalid_type', 'input.1.0', [[5], ['a']]],
  ['integer_below_min_value', 'input.0', [-1]],
])('%s at %s: the first item decides the expected type of the list', (code, param, input) => {
  expect(ask({ input })).toMatchObject({ ok: false, code, param })
})

test.each([
  ['integer_below_min_value', 'dimensions', { dimensions: 0 }],
  ['invalid_type', 'dimensions', { dimensions: '8' }],
  ['invalid_value', 'encoding_format', { encoding_format: 'hex' }],
  ['invalid_value', 'embedding_type', { embedding_type: 'binary' }],
  ['invalid_value', 'task', { task: 'poetry' }],
  ['invalid_type', 'truncate', { truncate: 'true' }],
])('%s at %s', (code, param, fields) => {
  expect(ask(fields)).toMatchObject({ ok: false, code, param })
})

test('a list of an unsupported type gets an error with every supported type', () => {
  expect(ask({ input: [true] })).toMatchObject({
    message: "Invalid type for 'input.0': expected a string or a number or an array, but got true instead.",
  })
})
