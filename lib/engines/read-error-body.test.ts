import { expect, test } from 'vitest'
import { readErrorBody } from './read-error-body.ts'

test.each([
  ['plain text', 'upstream connect error', '', null],
  ['an HTML page', '<html>502</html>', '', null],
  ['a bare string', '"overloaded"', 'overloaded', null],
  ['TEI', '{"error":"Model is overloaded","error_type":"overloaded"}', 'Model is overloaded', 'overloaded'],
  ['FastAPI', '{"detail":"Not Found"}', 'Not Found', null],
  ['a number', '42', '', null],
  ['null inside', '{"error":null,"message":"no"}', 'no', null],
])('reads the error in %s', (_, text, message, code) => {
  expect(readErrorBody(text)).toMatchObject({ message, code })
})
