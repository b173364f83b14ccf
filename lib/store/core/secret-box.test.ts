import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const base64 = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const location = { teamId: 'team_1', connectionId: 'connection_1', origin: 'https://api.example.org' }
const box = createSecretBox(`k1:${base64(1)}`)

test('an encrypted value decrypts in its own context, and differs each time', () => {
  const [one, two] = [box.seal('sk-secret', location), box.seal('sk-secret', location)]

  expect(one).toMatch(/^v1\.k1\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/)
  expect(one).not.toBe(two)
  expect([box.open(one, location), box.open(two, location)]).toEqual(['sk-secret', 'sk-secret'])
})

test.each([
  { ...location, teamId: 'team_2' },
  { ...location, connectionId: 'connection_2' },
  { ...location, origin: 'https://api.example.com' },
])('it does not decrypt in context %j', other => {
  expect(box.open(box.seal('sk-secret', location), other)).toBeNull()
})

test('a changed byte, a truncated tag and an invalid text do not decrypt', () => {
  const sealed = box.seal('sk-secret', location)
  const [version, keyId, iv, tag = '', text = ''] = sealed.split('.')
  const changed = `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`

  for (const wrong of [
    [version, keyId, iv, tag, changed].join('.'),
    [version, keyId, iv, tag.slice(0, 6), text].join('.'),
    [version, 'k9', iv, tag, text].join('.'),
    ['v2', keyId, iv, tag, text].join('.'),
    '',
    'v1.k1',
  ])
    expect(box.open(wrong, location)).toBeNull()
})

test('the first key encrypts, all keys decrypt', () => {
  const rotated = createSecretBox(`k2:${base64(2)},k1:${base64(1)}`)
  const old = box.seal('sk-secret', location)
  const fresh = rotated.seal('sk-secret', location)

  expect(rotated.open(old, location)).toBe('sk-secret')
  expect([rotated.isCurrent(old), rotated.isCurrent(fresh)]).toEqual([false, true])
  expect(box.open(fresh, location)).toBeNull()
})

test.each([
  [`k1:${base64(1)},k1:${base64(2)}`, 'two keys named'],
  ['k1:c2hvcnQ=', '32 bytes'],
])('an invalid key list is rejected without being printed: %s', (given, reason) => {
  const make = () => createSecretBox(given)

  expect(make).toThrow(reason)
  expect(make).not.toThrow(given.slice(4))
})
