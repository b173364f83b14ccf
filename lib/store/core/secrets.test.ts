import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSecrets } from './secrets.ts'
import { temporaryFolder } from '#lib/store/__fixtures__/test-store.ts'

const none = { authSecret: null, encryptionKey: null }

test('secrets are generated once, private to their owner, and reused', () => {
  using folder = makeFolder()

  const made = readSecrets(folder.path, none)

  expect(Buffer.from(made.authSecret, 'base64url')).toHaveLength(32)
  expect(made.encryptionKey).toMatch(/^k1:[A-Za-z0-9+/]{43}=$/)
  expect(readSecrets(folder.path, none)).toEqual(made)
  expect(statSync(join(folder.path, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder.path)).toEqual(['secrets.json'])
})

test('two folders have different secrets', () => {
  using one = makeFolder()
  using other = makeFolder()

  expect(readSecrets(one.path, none).authSecret).not.toBe(readSecrets(other.path, none).authSecret)
})

test('configured secrets take precedence, and with both configured nothing is written', () => {
  using folder = makeFolder()
  const given = { authSecret: 'given secret', encryptionKey: 'k1:given' }

  expect(readSecrets(folder.path, given)).toEqual(given)
  expect(readdirSync(folder.path)).toEqual([])
  expect(readSecrets(folder.path, { ...none, authSecret: 'given secret' }).authSecret).toBe('given secret')
})

test.each(['', '{', '{"authSecret":1,"encryptionKey":"k1:x"}', 'null'])(
  'a damaged file stops the start and is not replaced: %j',
  text => {
    using folder = makeFolder()
    mkdirSync(folder.path, { recursive: true })
    writeFileSync(join(folder.path, 'secrets.json'), text)

    expect(() => readSecrets(folder.path, none)).toThrow(/secrets\.json is damaged/)

    expect(statSync(join(folder.path, 'secrets.json')).size).toBe(text.length)
  },
)

function makeFolder(): { path: string } & Disposable {
  const path = temporaryFolder()
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
