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
  // What is kept is cut off somewhere: it may be there.
  ['{"a":"b","password":"hunt', '{"a":"b","password":"[redacted]'],
  ['{"a":"b","password":"hunt\\', '{"a":"b","password":"[redacted]\\'],
  ['{"text":"-----BEGIN PRIVATE KEY-----\\nMIIE', '{"text":"-----BEGIN PRIVATE KEY-----[redacted]'],
])('%s', (text, expected) => {
  expect(redactBody(text)).toBe(expected)
})
