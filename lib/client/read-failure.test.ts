import { expect, test } from 'vitest'
import { readFailure, readRetryAfter, readStreamError } from './read-failure.ts'

const json = new Headers({ 'content-type': 'application/json' })

test('the four-key envelope is read with its field and its waiting time', () => {
  const raw =
    '{"error":{"message":"Slow down.","type":"rate_limit_error","param":"model","code":"rate_limit_exceeded"}}'

  const failure = readFailure(429, new Headers({ 'retry-after-ms': '1500', 'retry-after': '2' }), raw)

  expect(failure).toEqual({
    kind: 'api',
    status: 429,
    code: 'rate_limit_exceeded',
    message: 'Slow down.',
    param: 'model',
    retryAfterMs: 1500,
    raw,
  })
})

test.each([
  [
    '{"success":false,"error":"No such host","code":"fetch_failed","links":[]}',
    'fetch_failed',
    'No such host',
  ],
  ['{"error":{"code":503,"message":"Loading model"}}', '503', 'Loading model'],
  ['{"detail":"Not Found"}', 'http_500', 'Not Found'],
  ['<h1>Oops</h1>', 'http_500', '<h1>Oops</h1>'],
  ['', 'http_500', 'The API answered 500 without a body.'],
  ['null', 'http_500', 'null'],
  ['[1]', 'http_500', '[1]'],
  ['{"error":{}}', 'http_500', '{"error":{}}'],
])('a foreign error body %j still says something', (raw, code, message) => {
  expect(readFailure(500, json, raw)).toMatchObject({ kind: 'api', code, message })
})

test("the gateway's page for a console that is down reads as unreachable", () => {
  const html = new Headers({ 'content-type': 'text/html; charset=utf-8' })

  expect(readFailure(502, html, '<!doctype html>')).toMatchObject({ kind: 'unreachable' })
  expect(readFailure(400, html, '<!doctype html>')).toMatchObject({ kind: 'api', code: 'http_400' })
})

test("the console's own refusals are told from the API's", () => {
  expect(readFailure(401, json, '{"error":{"code":"signed_out","message":"Sign in."}}')).toEqual({
    kind: 'signed-out',
  })
  expect(readFailure(401, json, '{"error":{"code":"invalid_api_key","message":"No."}}')).toMatchObject({
    kind: 'api',
  })
  expect(readFailure(502, json, '{"error":{"code":"api_unreachable","message":"Down."}}')).toEqual({
    kind: 'unreachable',
    message: 'Down.',
  })
})

test('waiting time is read in milliseconds, seconds and as a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')

  expect(readRetryAfter(new Headers({ 'retry-after': '3' }), now)).toBe(3000)
  expect(readRetryAfter(new Headers({ 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }), now)).toBe(5000)
  expect(readRetryAfter(new Headers({ 'retry-after': 'soon' }), now)).toBeNull()
  expect(readRetryAfter(new Headers(), now)).toBeNull()
})

test('only an event without choices that names an error is a stream error', () => {
  expect(readStreamError('{"error":{"code":"server_shutdown","message":"Bye."}}')).toMatchObject({
    code: 'server_shutdown',
    message: 'Bye.',
  })
  expect(readStreamError('{"error":"plain text"}')).toMatchObject({
    code: 'stream_error',
    message: 'plain text',
  })
  expect(readStreamError('{"choices":[{"delta":{"content":"\\"error\\""}}]}')).toBeNull()
  expect(readStreamError('{"choices":[],"error":null}')).toBeNull()
  expect(readStreamError('not json but "error"')).toBeNull()
})
