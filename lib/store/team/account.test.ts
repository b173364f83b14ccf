import { expect, test } from 'vitest'
import { readEmail, readPersonName } from './account.ts'

test.each(['Ada\nLovelace', 'eve\u202Egnp.exe', '\u2066admin\u2069', '', 'x'.repeat(101)])(
  'a name that does not read as it is written is refused: %j',
  name => expect(() => readPersonName(name)).toThrow(/^Give a name/),
)

test.each(['Zoë O’Neill', 'علي', '👩‍🚀 Mae'])('a name of any script is kept: %s', name => {
  expect(readPersonName(` ${name} `)).toBe(name)
})

test.each(['a\u202E@example.org', 'a\u200B@example.org', 'a b@example.org', 'a@b@c', 'a'])(
  'an address that is none, or looks like another, is refused: %j',
  email => expect(() => readEmail(email)).toThrow(/^Give an e-mail address/),
)
