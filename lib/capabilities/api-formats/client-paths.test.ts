import { describe, expect, test } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import { commonPath, toClientError } from './client-paths.ts'

const paths = {
  messages: [
    { path: 'system', parts: [] },
    { path: 'input.0', parts: ['input.0.content.0'] },
  ],
  tools: ['tools.2'],
  names: { request: { max_tokens: 'limit' }, part: { image_url: 'source' }, tool: {} },
}
const paramOf = (param: string) => {
  const error = toClientError(new ApiError('invalid_value', 'Invalid.', { param }), paths)
  return error instanceof ApiError ? error.param : undefined
}

test.each([
  ['messages.0.content', 'system'],
  ['messages.1.content.0.image_url', 'input.0.content.0.source'],
  ['messages[1].content[0].text', 'input.0.content.0'],
  ['messages.1.content.9', 'input.0'],
  ['messages.1.role', 'input.0'],
  ['messages.9', null],
  ['messages', null],
  ['tools.0.function.name', 'tools.2'],
  ['max_tokens', 'limit'],
  ['constructor', null],
])('%s is %s of the client', (param, path) => {
  expect(paramOf(param)).toBe(path)
})

test('nothing else of the error changes', () => {
  const options = { param: 'max_tokens', retryAfterMs: 5, retryable: true, final: true, reason: 'encrypted' }
  const error = toClientError(new UpstreamError('invalid_value', "Wrong 'max_tokens'.", options), paths)

  expect(error).toMatchObject({
    ...options,
    code: 'invalid_value',
    param: 'limit',
    message: "Wrong 'limit'.",
  })
})

test('an error without a path, or that is no ApiError, stays the same', () => {
  for (const error of [new ApiError('invalid_value', 'Wrong.'), new Error('Bug.')])
    expect(toClientError(error, paths)).toBe(error)
})

describe('the common path', () => {
  test.each([
    [['a.0', 'a.1'], 'a'],
    [['a.0.b', 'a.0'], 'a.0'],
    [['a.0'], 'a.0'],
    [[], ''],
  ])('of %j is %j', (all, common) => {
    expect(commonPath(all)).toBe(common)
  })
})
