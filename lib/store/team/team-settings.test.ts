import { expect, test } from 'vitest'
import { openBackend } from '#lib/store/core/open-backend.ts'
import { makeMember, makeOtherTeam, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const defaults = {
  keepEverything: false,
  publicLinks: true,
  requestDays: 90,
  bodyDays: 7,
  storedResponseDays: null,
  keepPlaygroundBodies: false,
  memberDownloads: false,
  keyRequestsPerMinute: 600,
  keyTokensPerMinute: 2_000_000,
  keyParallel: 20,
  teamRequestsPerMinute: null,
  teamTokensPerMinute: null,
  teamParallel: null,
  rejectUnpriced: true,
  answerTokensMax: null,
}
// As those that an earlier version has created.
const defaultsOfOlderTeams = { ...defaults, rejectUnpriced: false }

onEachDatabase(makeFixture => {
  test('given settings change for this team only, and both versions are audited', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const stranger = await makeOtherTeam(fixture.options)
    expect(await store.settings.read(owner.teamId)).toEqual(defaults)

    const changed = await store.settings.update(
      owner.teamId,
      { requestDays: null, bodyDays: 7, publicLinks: false },
      owner,
    )

    expect(changed).toEqual({ ...defaults, requestDays: null, publicLinks: false })
    expect(await store.settings.read(owner.teamId)).toEqual(changed)
    expect(await store.settings.read(stranger.teamId)).toEqual(defaultsOfOlderTeams)
    expect((await store.audit.list(owner.teamId, { limit: 1 }))[0]).toMatchObject({
      action: 'settings.change',
      actorId: owner.id,
      before: '{"requestDays":90,"publicLinks":true}',
      after: '{"requestDays":null,"publicLinks":false}',
    })
  })

  test('a change without effect leaves no trace', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const before = await store.audit.list(owner.teamId, { limit: 10 })

    await store.settings.update(owner.teamId, { bodyDays: 7 }, owner)

    expect(await store.audit.list(owner.teamId, { limit: 10 })).toEqual(before)
  })

  test('simultaneous changes do not overwrite each other, and another process is notified', async () => {
    await using fixture = await makeFixture()
    const [store, other] = await Promise.all([fixture.open(), fixture.open()])
    const owner = await makeOwner(store)
    const { teamId } = owner
    const heard = new Promise<boolean>(resolve => {
      other.onChange(() => {
        void other.settings.read(teamId).then(({ bodyDays }) => bodyDays === 2 && resolve(true))
      })
    })

    await Promise.all([
      store.settings.update(teamId, { requestDays: 30 }, owner),
      other.settings.update(teamId, { keepPlaygroundBodies: true }, owner),
      store.settings.update(teamId, { bodyDays: 2 }, owner),
    ])

    expect(await heard).toBe(true)
    expect(await store.settings.read(teamId)).toEqual({
      ...defaults,
      requestDays: 30,
      bodyDays: 2,
      keepPlaygroundBodies: true,
    })
  })

  test('settings of a newer version stay, and invalid values count as unset', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    const write = (data: string) =>
      backend.database.updateTable('settings').set({ data }).where('teamId', '=', teamId).execute()

    await write(
      '{"ofTomorrow":[1],"bodyDays":"7 days","requestDays":-1,"storedResponseDays":"on","publicLinks":0}',
    )
    expect(await store.settings.read(teamId)).toEqual(defaultsOfOlderTeams)
    await store.settings.update(teamId, { bodyDays: 3 }, owner)

    const { data } = await backend.database
      .selectFrom('settings')
      .select('data')
      .where('teamId', '=', teamId)
      .executeTakeFirstOrThrow()
    await backend.close()
    expect(JSON.parse(data)).toMatchObject({ ofTomorrow: [1], bodyDays: 3 })
  })

  test("the library switch is a setting, changed on behalf of the key's owner", async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const mia = await makeMember(store, owner, 'admin', 'Mia')
    const { key } = await store.keys.create({
      teamId: owner.teamId,
      ownerId: mia.id,
      name: 'key',
      kind: 'api',
      scopes: ['library'],
    })

    await store.library.setSavesEverything(owner.teamId, true, key.id)

    expect((await store.settings.read(owner.teamId)).keepEverything).toBe(true)
    expect((await store.audit.list(owner.teamId, { limit: 1 }))[0]).toMatchObject({
      action: 'settings.change',
      actorId: mia.id,
      actorName: 'Mia',
    })
  })
})
