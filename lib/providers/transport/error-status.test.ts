import { expect, test } from 'vitest'
import { errorStatus } from './error-status.ts'

test.each([
  ['{"error":{"code":502,"message":"x"}}', 502],
  ['{"error":{"code":"rate_limit_exceeded"}}', 429],
  ['{"type":"error","error":{"type":"overloaded_error"}}', 529],
  ['{"error":{"type":"invalid_request_error","code":null}}', 400],
  ['{"type":"error","error":{"type":"api_error"}}', 500],
  ['{"error":{"type":"server_error","code":null}}', 500],
  ['not JSON', 502],
  ['{"object":"error","message":"x","code":404}', 404],
  ['{"error":{"code":7}}', 502],
  ['{"error":"boom"}', 502],
  ['[]', 502],
])('the error %s stands for %i', (text, status) => {
  expect(errorStatus(text)).toBe(status)
})
