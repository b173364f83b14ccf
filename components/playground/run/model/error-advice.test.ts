import { expect, test } from 'vitest'
import { searchPlace } from '#components/playground/form/model/advice-by-path.ts'
import { adviceFor } from './error-advice.ts'

test('a known code has its own advice, whatever the status', () => {
  expect(adviceFor('context_length_exceeded', 400).action).toContain('window')
  expect(adviceFor('model_loading', 503).action).toContain('download')
})

test.each([
  [401, 'key'],
  [404, 'not found'],
  [429, 'rate limiting'],
  [500, 'failed'],
  [422, 'rejected'],
  [null, 'interrupted'],
])('an unknown code with status %s is judged by its status', (status, word) => {
  expect(adviceFor('weird_code', status).cause).toContain(word)
})

test('names of object methods are not codes', () => {
  expect(adviceFor('constructor', 500)).toEqual(adviceFor('weird_code', 500))
})

test.each([
  ['/v1/embeddings', 'context_length_exceeded', 'truncate'],
  ['/v1/embeddings', 'array_above_max_length', 'several requests'],
  ['/v1/rerank', 'array_above_max_length', 'rank the rest'],
  ['/v1/map', 'fetch_timeout', 'timeout'],
  ['/v1/web', 'unsupported_parameter', 'browser'],
  ['/v1/chat/completions', 'context_length_exceeded', 'mute earlier messages'],
])('%s, %s: the advice matches the path', (path, code, words) => {
  expect(adviceFor(code, 400, path).action).toContain(words)
})

test('a failed search leaves the reasons to its message, and names where to add a backend', () => {
  expect(adviceFor('search_unavailable', 503, searchPlace).action).toContain('on the page Providers')
})

test('a path without its own advice has the general one', () => {
  expect(adviceFor('invalid_json', 400, '/v1/rerank')).toEqual(adviceFor('invalid_json', 400))
})
