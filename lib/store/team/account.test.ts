import { expect, test } from 'vitest'
import { readEmail, readPersonName } from './account.ts'

test.each(['Ada\nLovelace', 'eve\u202Egnp.exe', '\u2066admin\u2069', '', 'x'.repeat(101)])(
  'a name with misleading characters is rejected: %j',
  name => expect(() => readPersonName(name)).toThrow(/^Enter a name/),
)

test.each(['Zoë O’Neill', 'علي', '👩‍🚀 Mae'])('a name in any script is accepted: %s', name => {
  expect(readPersonName(` ${name} `)).toBe(name)
})

test.each(['a\u202E@example.org', 'a\u200B@example.org', 'a b@example.org', 'a@b@c', 'a'])(
  'an invalid or misleading email address is rejected: %j',
  email => expect(() => readEmail(email)).toThrow(/^Enter an email address/),
)
