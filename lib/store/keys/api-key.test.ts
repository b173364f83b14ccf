import { expect, test } from 'vitest'
import { hashApiKey, isWellFormed, makeApiKey, playgroundKey } from './api-key.ts'

const secret = 'a secret that signs, 32 bytes or more'

test('a new key has the published format and a valid checksum', () => {
  const key = makeApiKey()

  expect(key).toMatch(/^sxt_[0-9A-Za-z]{36}$/)
  expect(isWellFormed(key)).toBe('ours-valid')
})

test('two keys are never equal', () => {
  const keys = new Set(Array.from({ length: 1000 }, makeApiKey))

  expect(keys.size).toBe(1000)
})

test('every single-character typo is detected', () => {
  const key = makeApiKey()

  const mistyped = Array.from({ length: 36 }, (_, index) => {
    const position = index + 4
    return key.slice(0, position) + (key[position] === 'x' ? 'y' : 'x') + key.slice(position + 1)
  })

  expect(mistyped.map(isWellFormed)).toEqual(mistyped.map(() => 'ours-bad-checksum'))
})

test.each(['sxt_', 'sxt_short', `${'sxt_'.padEnd(41, 'a')}`, `${makeApiKey()} `, `${makeApiKey()}\n`])(
  'an incomplete key with our prefix is rejected: %j',
  token => expect(isWellFormed(token)).toBe('ours-bad-checksum'),
)

test.each(['', 'sk-1234', 'Sxt_abc', 'a key for automation of 32 letters'])(
  'a token without our prefix is looked up: %j',
  token => expect(isWellFormed(token)).toBe('foreign'),
)

test('the checksum is the CRC32 of the thirty digits, so other programs can verify it', () => {
  // crc32 of thirty zeros = 0x77e5db82 = 2011552642, in base 62 2C8GjS.
  const digits = '0'.repeat(30)

  const [valid, wrong] = ['2C8GjS', '2C8Gj0'].map(checksum => isWellFormed(`sxt_${digits}${checksum}`))

  expect([valid, wrong]).toEqual(['ours-valid', 'ours-bad-checksum'])
})

test('the stored value is the sha256 of the whole key', () => {
  expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('a playground key is valid, and the same for the same member', () => {
  const key = playgroundKey(secret, 'team_1', 'user_1', 0)

  expect(isWellFormed(key)).toBe('ours-valid')
  expect(playgroundKey(secret, 'team_1', 'user_1', 0)).toBe(key)
})

test('another secret, team, user or epoch gives another playground key', () => {
  const keys = new Set([
    playgroundKey(secret, 'team_1', 'user_1', 0),
    playgroundKey(`${secret}!`, 'team_1', 'user_1', 0),
    playgroundKey(secret, 'team_2', 'user_1', 0),
    playgroundKey(secret, 'team_1', 'user_2', 0),
    playgroundKey(secret, 'team_1', 'user_1', 1),
  ])

  expect(keys.size).toBe(5)
})
