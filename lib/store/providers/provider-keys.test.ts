import { expect, test } from 'vitest'
import { createSecretBox } from '#lib/store/core/secret-box.ts'
import { makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const base64 = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const old = createSecretBox(`k1:${base64(1)}`)
const fresh = createSecretBox(`k2:${base64(2)}`)
const both = createSecretBox(`k2:${base64(2)},k1:${base64(1)}`)
const openai = {
  purpose: 'models',
  name: 'openai',
  kind: 'openai',
  server: null,
  messagesApi: null,
  baseUrl: 'https://api.openai.com/v1',
  apiKey: 'sk-0123456789abcdefghij',
} as const

onEachDatabase(makeFixture => {
  test('a wrong key stops the start and names the missing one if stored keys depend on it', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    await store.providerKeys.check(owner.teamId, old)
    await store.providerKeys.check(owner.teamId, fresh)
    await store.providers.create(owner.teamId, openai, fresh, owner)

    await store.providerKeys.check(owner.teamId, both)
    const wrong = store.providerKeys.check(owner.teamId, old)

    await expect(wrong).rejects.toThrow(/^ENCRYPTION_KEY \(k1\) cannot decrypt .* named k2\./)
    await expect(wrong).rejects.not.toThrow(base64(1))
  })

  test('after reencrypt the old key can be removed', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    await store.providerKeys.check(owner.teamId, old)
    await store.providers.create(owner.teamId, { ...openai, moreKeys: ['sk-second'] }, old, owner)

    const done = await store.providerKeys.reencrypt(both)
    const again = await store.providerKeys.reencrypt(both)

    expect([done, again]).toEqual([
      { changed: 2, lost: [] },
      { changed: 0, lost: [] },
    ])
    await store.providerKeys.check(owner.teamId, fresh)
    expect(await store.providers.open(owner.teamId, fresh)).toMatchObject([
      { apiKeys: [openai.apiKey, 'sk-second'] },
    ])
  })

  test('a value that no key decrypts is named and unchanged', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    await store.providers.create(owner.teamId, openai, old, owner)

    expect(await store.providerKeys.reencrypt(fresh)).toEqual({ changed: 0, lost: ['openai'] })
    expect(await store.providers.open(owner.teamId, old)).toMatchObject([{ apiKey: openai.apiKey }])
  })
})
