import { expect, test } from 'vitest'
import { readFailure, readStreamError } from './read-failure.ts'

const json = new Headers({ 'content-type': 'application/json' })

test('the OpenAI error format is read with its parameter and retry delay', () => {
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
  ['', 'http_500', 'The API returned HTTP 500 without a body.'],
  ['null', 'http_500', 'null'],
  ['[1]', 'http_500', '[1]'],
  ['{"error":{}}', 'http_500', '{"error":{}}'],
])('an unknown error body %j still has a message', (raw, code, message) => {
  expect(readFailure(500, json, raw)).toMatchObject({ kind: 'api', code, message })
})

test("a proxy's error page for an unavailable console reads as unreachable", () => {
  const html = new Headers({ 'content-type': 'text/html; charset=utf-8' })

  expect(readFailure(502, html, '<!doctype html>')).toMatchObject({ kind: 'unreachable' })
  expect(readFailure(400, html, '<!doctype html>')).toMatchObject({ kind: 'api', code: 'http_400' })
})

test('console errors are distinguished from API errors', () => {
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

test.each([
  [{ 'retry-after': '3' }, 3000],
  [{ 'retry-after': '3', 'retry-after-ms': '2500' }, 2500],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:05 GMT' }, 0],
  [{ 'retry-after': 'soon' }, null],
  [{}, null],
])('the retry delay of the headers %j is %s ms', (headers, retryAfterMs) => {
  expect(readFailure(429, new Headers(headers), '')).toMatchObject({ retryAfterMs })
})

test('only an event with an error and without choices is a stream error', () => {
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

test.each([
  [{ error_code: 'model_not_found', param: 'model' }, 'model_not_found', 'model'],
  [undefined, 'overloaded_error', null],
])('an error of the Messages API with the details %j has a code', (details, code, param) => {
  const raw = JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'No.', details } })

  expect(readFailure(529, json, raw)).toMatchObject({ kind: 'api', code, message: 'No.', param })
  expect(readStreamError(raw)).toMatchObject({ kind: 'interrupted', code, message: 'No.' })
})

test('both events of a failed stream of the Responses API are its error, and its other events are not', () => {
  const error = { code: 'rate_limit_exceeded', message: 'Slow down.' }
  const failed = { type: 'response.failed', response: { status: 'failed', error } }

  for (const event of [{ type: 'error', sequence_number: 3, ...error, param: null }, failed])
    expect(readStreamError(JSON.stringify(event))).toMatchObject({ kind: 'interrupted', ...error })
  expect(readStreamError('{"type":"response.created","response":{"error":null}}')).toBeNull()
  expect(readStreamError('{"type":"response.output_text.delta","delta":"\\"error\\""}')).toBeNull()
})
