import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

const password = 'correct horse battery'

test('only the right password matches its hash', async () => {
  const stored = await hashPassword(password)

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword(password, stored)).toBe(true)
  expect(await verifyPassword(`${password} `, stored)).toBe(false)
  expect(await verifyPassword('', stored)).toBe(false)
  expect(await verifyPassword(password, null)).toBe(false)
  expect(await verifyPassword('', null)).toBe(false)
})

test('equal passwords have different hashes', async () => {
  expect(await hashPassword(password)).not.toBe(await hashPassword(password))
})

test('a password matches however the keyboard composes its letters', async () => {
  const stored = await hashPassword('caf\u00e9 caf\u00e9 caf\u00e9')

  expect(await verifyPassword('cafe\u0301 cafe\u0301 cafe\u0301', stored)).toBe(true)
})

test('a hash of another program with other parameters is verified', async () => {
  // python: argon2.PasswordHasher(time_cost=1, memory_cost=64, parallelism=1, hash_len=16, salt_len=8)
  const { argon2Sync } = await import('node:crypto')
  const nonce = Buffer.from('somesalt')
  const parameters = { message: password, nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 16 }
  const tag = argon2Sync('argon2id', parameters).toString('base64').replace(/=+$/, '')
  const stored = `$argon2id$v=19$m=64,t=1,p=1$${nonce.toString('base64').replace(/=+$/, '')}$${tag}`

  expect(await verifyPassword(password, stored)).toBe(true)
  expect(await verifyPassword('another password', stored)).toBe(false)
})

test.each(['short', 'x'.repeat(11), 'x'.repeat(129)])('%j is rejected with the limits', async given => {
  await expect(hashPassword(given)).rejects.toThrow('12 to 128 characters')
})

test.each(['x'.repeat(12), '🔑'.repeat(128)])('%j has a valid length', async given => {
  expect(await verifyPassword(given, await hashPassword(given))).toBe(true)
})

test.each(['', 'plain text', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=1$x$y'])(
  'no password matches a stored %j',
  async stored => {
    expect(await verifyPassword(stored, stored)).toBe(false)
  },
)

test('a full queue returns a retry error', async () => {
  // Two at once and fifty in the queue.
  const attempts = Array.from({ length: 53 }, () => verifyPassword('', null))

  const outcomes = await Promise.allSettled(attempts)

  const refused = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toMatchObject([{ code: 'rate_limit_exceeded', retryAfterMs: 2000 }])
})
