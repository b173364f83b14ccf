import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openBackend } from '#lib/store/core/open-backend.ts'
import { createSecretBox } from '#lib/store/core/secret-box.ts'
import { makeOtherTeam, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const box = createSecretBox(`k1:${Buffer.alloc(32, 1).toString('base64')}`)
const apiKey = 'sk-0123456789abcdefghij'
const vllm = {
  purpose: 'models',
  name: 'my-vllm',
  kind: 'openai',
  server: 'vllm',
  messagesApi: null,
  baseUrl: 'https://gpu.example.org/v1',
  apiKey,
} as const

onEachDatabase(makeFixture => {
  test('only a hint of a key is readable; decryption needs the secret box', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)

    const made = await store.providers.create(owner.teamId, vllm, box, owner)

    const listed = await store.providers.list(owner.teamId)
    const record = await store.audit.list(owner.teamId, { limit: 10 })
    expect(made).toMatchObject({ name: 'my-vllm', keyHint: 'sk-…ghij', enabled: true })
    expect(listed).toEqual([made])
    expect(JSON.stringify([listed, record])).not.toContain('0123456789')
    expect(await store.providers.open(owner.teamId, box)).toEqual([
      { ...made, apiKey, apiKeys: [apiKey], keyLost: false },
    ])
  })

  test('provider names are unique within a team', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    await store.providers.create(owner.teamId, vllm, box, owner)

    const again = store.providers.create(owner.teamId, vllm, box, owner)

    await expect(again).rejects.toMatchObject({ code: 'invalid_value', param: 'name' })
    await store.providers.create(owner.teamId, { ...vllm, purpose: 'search' }, box, owner)
  })

  test('a new URL clears the key, unless a key comes with it; other changes keep it', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const { id } = await store.providers.create(teamId, vllm, box, owner)
    const keyNow = async () => (await store.providers.openOne(teamId, id, box))?.apiKey

    await store.providers.change(teamId, id, { enabled: false, baseUrl: vllm.baseUrl }, box, owner)
    expect(await keyNow()).toBe(apiKey)

    const moved = await store.providers.change(teamId, id, { baseUrl: 'https://evil.example/v1' }, box, owner)
    expect([moved.keyHint, await keyNow()]).toEqual([null, null])

    const both = { baseUrl: 'https://new.example/v1', keys: [{ key: 'another-key-of-theirs' }] }
    await store.providers.change(teamId, id, both, box, owner)
    expect(await keyNow()).toBe('another-key-of-theirs')
  })

  test('several keys keep their order, and can be moved, replaced, removed and added without being shown', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const moreKeys = ['sk-second-0123456789ab', 'sk-third-0123456789abc']
    const made = await store.providers.create(teamId, { ...vllm, moreKeys }, box, owner)
    const [first, second, third] = made.keys.map(({ id }) => id)
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('A key is missing.')
    const change = (keys: readonly ({ saved: string } | { key: string })[], rest: object = {}) =>
      store.providers.change(teamId, made.id, { keys, ...rest }, box, owner)
    const keysNow = async () => (await store.providers.openOne(teamId, made.id, box))?.apiKeys

    expect(await keysNow()).toEqual([apiKey, ...moreKeys])
    await change([{ saved: third }, { key: 'sk-fourth-0123456789ab' }, { saved: first }])
    expect(await keysNow()).toEqual([moreKeys[1], 'sk-fourth-0123456789ab', apiKey])
    for (const [keys, rest, param] of [
      [[{ saved: third }, { saved: second }], {}, 'api_keys.1'],
      [[{ saved: third }, { key: moreKeys[1] ?? '' }], {}, 'api_keys.1'],
      [[{ saved: third }], { baseUrl: 'https://evil.example/v1' }, 'api_keys.0'],
    ] as const)
      await expect(change(keys, rest)).rejects.toMatchObject({ code: 'invalid_value', param })
    const record = await store.audit.list(teamId, { limit: 10 })
    await change((await store.providers.list(teamId))[0]?.keys.map(({ id }) => ({ saved: id })) ?? [])

    expect(await store.audit.list(teamId, { limit: 10 })).toEqual(record)
    expect(JSON.parse(record[0]?.after ?? '')).toMatchObject({
      keyHint: 'sk-…9abc',
      moreKeyHints: ['sk-…89ab', 'sk-…ghij'],
      newKey: true,
    })
    expect(JSON.stringify([made, record])).not.toMatch(/0123456789/)
    await store.providers.change(teamId, made.id, { baseUrl: 'https://evil.example/v1' }, box, owner)
    expect(await keysNow()).toEqual([])
  })

  test('an API format of the other type is rejected, and a change without effect is not audited', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const models = await store.providers.create(teamId, vllm, box, owner)
    const search = await store.providers.create(
      teamId,
      { ...vllm, purpose: 'search', kind: 'search' },
      box,
      owner,
    )
    const before = await store.audit.list(teamId, { limit: 10 })

    for (const [id, kind] of [
      [models.id, 'search'],
      [search.id, 'openai'],
    ] as const)
      await expect(store.providers.change(teamId, id, { kind }, box, owner)).rejects.toMatchObject({
        code: 'invalid_value',
        param: 'kind',
      })
    const same = { kind: vllm.kind, server: vllm.server, baseUrl: vllm.baseUrl, enabled: true }
    expect(await store.providers.change(teamId, models.id, same, box, owner)).toEqual(models)
    expect(await store.audit.list(teamId, { limit: 10 })).toEqual(before)
  })

  test('a row moved to another URL or team in the database does not reveal its key', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const stranger = await makeOtherTeam(fixture.options)
    const { id } = await store.providers.create(owner.teamId, vllm, box, owner)
    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)

    await sql`update providers set base_url = 'https://evil.example/v1'`.execute(backend.database)
    expect(await store.providers.openOne(owner.teamId, id, box)).toMatchObject({
      apiKey: null,
      keyLost: true,
    })

    await sql`update providers set base_url = ${vllm.baseUrl}, team_id = ${stranger.teamId}`.execute(
      backend.database,
    )
    expect(await store.providers.open(stranger.teamId, box)).toMatchObject([{ apiKey: null, keyLost: true }])
    await backend.close()
  })

  test('of several keys, the one that cannot be decrypted leaves the others', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const other = createSecretBox(`k1:${Buffer.alloc(32, 9).toString('base64')}`)
    const moreKeys = ['sk-second-0123456789ab']
    const { id, keys } = await store.providers.create(owner.teamId, { ...vllm, moreKeys }, box, owner)
    const replaced = [{ key: apiKey }, { saved: keys[1]?.id ?? '' }]

    await store.providers.change(owner.teamId, id, { keys: replaced }, other, owner)

    const left = { apiKey: moreKeys[0], apiKeys: [null, ...moreKeys], keyLost: false }
    expect(await store.providers.openOne(owner.teamId, id, box)).toMatchObject(left)
  })

  test("another team's provider is not found, and a disabled one is not used", async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const stranger = await makeOtherTeam(fixture.options)
    const { id } = await store.providers.create(owner.teamId, vllm, box, owner)

    for (const act of [
      () => store.providers.change(stranger.teamId, id, { enabled: false }, box, stranger),
      () => store.providers.remove(stranger.teamId, id, stranger),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'not_found' })
    expect(await store.providers.openOne(stranger.teamId, id, box)).toBeNull()
    await store.providers.change(owner.teamId, id, { enabled: false }, box, owner)
    expect(await store.providers.open(owner.teamId, box)).toEqual([])
    await store.providers.remove(owner.teamId, id, owner)
    expect(await store.providers.list(owner.teamId)).toEqual([])
  })

  test('the given order is stored, new providers come last, and other processes are notified', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const make = async (name: string) =>
      (await store.providers.create(owner.teamId, { ...vllm, name }, box, owner)).id
    const [one, two] = [await make('one'), await make('two')]
    const other = await fixture.open()
    const heard = Promise.withResolvers<void>()
    const stop = other.onChange(() => heard.resolve())

    await store.providers.order(owner.teamId, [two, 'connection_unknown', one], owner)
    await make('three')

    await heard.promise
    stop()
    expect((await store.providers.list(owner.teamId)).map(row => row.name)).toEqual(['two', 'one', 'three'])
  })
})
