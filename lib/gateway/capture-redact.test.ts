import { expect, test } from 'vitest'
import { redactBody } from './capture-redact.ts'

test.each([
  ['{"password":"hunter2","a":"b"}', '{"password":"[redacted]","a":"b"}'],
  ['{"a":"{\\"api_key\\":\\"hunter2\\"}"}', '{"a":"{\\"api_key\\":\\"[redacted]\\"}"}'],
  [
    '{"a":"{\\"password\\":\\"hun\\\\\\"ter\\\\n2\\",\\"b\\":1}"}',
    '{"a":"{\\"password\\":\\"[redacted]\\",\\"b\\":1}"}',
  ],
  ['{"Proxy-Authorization":"Digest abc"}', '{"Proxy-Authorization":"[redacted]"}'],
  ['{"text":"github_pat_11ABCDEFG0_abcdefgh"}', '{"text":"github_pat_[redacted]"}'],
  [
    '{"text":"-----BEGIN RSA PRIVATE KEY-----\\nMIIEvQ\\n-----END RSA PRIVATE KEY-----"}',
    '{"text":"-----BEGIN RSA PRIVATE KEY-----[redacted]-----END RSA PRIVATE KEY-----"}',
  ],
  ['{"aws_secret_access_key":"wJalrXUtnFEMI/K7MDENG"}', '{"aws_secret_access_key":"[redacted]"}'],
  // A line begins after the `n` of its escaped break.
  ['{"text":"mine:\\nsk-abcdefgh12"}', '{"text":"mine:\\nsk-[redacted]"}'],
])('%s', (text, expected) => {
  expect(redactBody(text, true)).toBe(expected)
})

test.each([
  ['{"a":"b","password":"hunt', '{"a":"b","password":"[redacted]'],
  ['{"a":"b","password":"hunt\\', '{"a":"b","password":"[redacted]\\'],
  ['{"text":"-----BEGIN PRIVATE KEY-----\\nMIIE', '{"text":"-----BEGIN PRIVATE KEY-----[redacted]'],
  ['{"text":"sk-abc', '{"text":"sk-[redacted]'],
  ['{"text":"take\\nglpat-abc\\', '{"text":"take\\nglpat-[redacted]\\'],
  ['{"text":"npm_abcdefghij', '{"text":"npm_[redacted]'],
  ['{"text":"AKIAIOSF', '{"text":"AKIA[redacted]'],
  ['{"text":"Bearer abc', '{"text":"Bearer [redacted]'],
])('cut off within a secret: %s', (text, expected) => {
  expect(redactBody(text, false)).toBe(expected)
})
