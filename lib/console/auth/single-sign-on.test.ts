import { expect, test } from 'vitest'
import { toSsoIdentity } from './single-sign-on.ts'

const issuer = 'https://id.example.org'

test.each([
  [true, 'a@example.org'],
  ['true', 'a@example.org'],
  [false, null],
  ['false', null],
  [undefined, null],
  [null, null],
  [1, null],
])('an email counts as verified only if the provider says so: %j', (verified, expected) => {
  const claims = { sub: 's', email: ' A@Example.org ', email_verified: verified as boolean }

  expect(toSsoIdentity(claims, issuer)).toMatchObject({ issuer, subject: 's', verifiedEmail: expected })
})

test.each([
  [{ name: 'eve\u202Egnp.exe' }, 'eve gnp.exe'],
  [{ name: ' Ada ' }, 'Ada'],
  [{ name: '', preferred_username: 'ada' }, 'ada'],
  [{ name: 'A\nB' }, 'A B'],
  [{ email: 'a@example.org' }, 'a@example.org'],
  [{}, 'Member'],
])('the user name comes from the provider: %j', (claims, name) => {
  expect(toSsoIdentity({ sub: 's', ...claims }, issuer).name).toBe(name)
})
