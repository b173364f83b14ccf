import { expect, test } from 'vitest'
import { type AuditFilter, createAuditStore } from './audit.ts'
import { openBackend } from '#lib/store/core/open-backend.ts'
import { makeMember, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const actor = { id: null, name: "Robert'); drop table audit;--\0", address: null }
const noted = { action: 'key.revoke', target: 'key_gone' } as const

onEachDatabase(makeFixture => {
  test('entries are paginated newest first, without duplicates, and only of the own team', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    for (let number = 0; number < 7; number++) {
      await store.audit.append('team_a', actor, { action: 'key.create', target: `key_${number}` })
    }
    await store.audit.append('team_b', actor, { action: 'key.revoke', target: 'key_b' })

    const first = await store.audit.list('team_a', { limit: 4 })
    const rest = await store.audit.list('team_a', { limit: 4, before: first.at(-1) ?? null })

    // Also where several entries were made within one millisecond.
    const targets = [...first, ...rest].map(entry => entry.target)
    expect(targets).toEqual([6, 5, 4, 3, 2, 1, 0].map(number => `key_${number}`))
    expect(first[0]?.actorName).toBe("Robert'); drop table audit;--\uFFFD")
  })

  test('entries are found by action, actor and time, and include names of users and keys', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const mia = await makeMember(store, owner, 'admin', 'Mia')
    const { teamId } = owner
    const settings = { teamId, ownerId: mia.id, name: 'Nightly', kind: 'api', scopes: ['chat'] } as const
    const { key } = await store.keys.create(settings, mia)
    await store.members.changeRole({ teamId, userId: mia.id, role: 'member', by: owner })
    await store.audit.append(teamId, { id: null, name: 'command line', address: null }, noted)
    const list = (filter: AuditFilter) => store.audit.list(teamId, { limit: 10, filter })
    const [last] = await list({})

    expect(await list({ action: 'key.create' })).toMatchObject([{ target: key.id, targetName: 'Nightly' }])
    expect(await list({ action: 'member.role' })).toMatchObject([{ target: mia.id, targetName: 'Mia' }])
    const hers = new Set((await list({ actorId: mia.id })).map(({ action }) => action))
    expect(hers).toEqual(new Set(['key.create', 'member.join']))
    expect(await list({ actorId: null })).toMatchObject([{ actorName: 'command line', targetName: null }])
    expect(await list({ since: (last?.at ?? 0) + 1 })).toEqual([])
    expect(await list({ until: 1 })).toEqual([])
    expect(await list({ action: "' or 1=1 --\0", actorId: "';" })).toEqual([])
  })

  test('entries cannot be changed or removed', async () => {
    await using fixture = await makeFixture()
    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)

    const actions = Object.keys(createAuditStore(backend))

    await backend.close()
    expect(actions).toEqual(['append', 'list'])
  })
})
