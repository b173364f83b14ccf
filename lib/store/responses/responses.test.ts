import { expect, test } from 'vitest'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import type { NewResponse } from './responses.ts'

const dayMs = 24 * 3_600_000
const now = 1_800_000_000_000
const by = { id: null, name: 'test', address: null }
const bounds = { linksMax: 200, bytesMax: 1_000_000 }

function response(teamId: string, id: string, more: Partial<NewResponse> = {}): NewResponse {
  return {
    id,
    owner: { teamId, userId: null },
    keyId: 'key_1',
    createdAt: now,
    model: 'scripted/echo',
    previousId: null,
    input: '[{"role":"user"}]',
    output: '[]',
    response: '{}',
    itemIds: [],
    ...more,
  }
}

onEachDatabase(makeFixture => {
  test('a response is stored once, and read only by its owner until it expires', async () => {
    await using fixture = await makeFixture()
    const { responses } = await fixture.open()
    const owner = { teamId: 'team_1', userId: 'user_1' }
    const first = response('team_1', 'resp_1', { owner, itemIds: ['msg_1', 'msg_1'] })

    expect(await responses.insert(first)).toBe(true)
    expect(await responses.insert({ ...first, owner: { teamId: 'team_1', userId: 'user_2' } })).toBe(false)
    expect(await responses.insert({ ...first, owner: { teamId: 'team_2', userId: null } })).toBe(true)

    expect(await responses.find(owner, 'resp_1', now)).toEqual({
      id: 'resp_1',
      model: 'scripted/echo',
      previousId: null,
      input: '[{"role":"user"}]',
      output: '[]',
      response: '{}',
    })
    const others = [
      { teamId: 'team_1', userId: 'user_2' },
      { teamId: 'team_1', userId: null },
      { teamId: 'team_2', userId: 'user_1' },
    ]
    for (const other of others) {
      expect(await responses.find(other, 'resp_1', 0)).toBeNull()
      expect(await responses.findChain(other, 'resp_1', 0, bounds)).toEqual({ kind: 'missing' })
      expect(await responses.findWithItems(other, ['msg_1'], 0)).toEqual([])
      expect(await responses.remove(other, 'resp_1', 0)).toBe(false)
    }
    expect(await responses.find(owner, 'resp_1', now + 1)).toBeNull()
    expect(await responses.findWithItems(owner, ['msg_1', '\0'], now)).toHaveLength(1)
    expect(await responses.remove(owner, 'resp_1', now)).toBe(true)
    expect(await responses.findWithItems(owner, ['msg_1'], now)).toEqual([])
    expect(await responses.find({ teamId: 'team_2', userId: null }, 'resp_1', now)).not.toBeNull()
  })

  test('a conversation is read from its first response to its last', async () => {
    await using fixture = await makeFixture()
    const { responses } = await fixture.open()
    const owner = { teamId: 'team_1', userId: null }
    for (let at = 0; at < 5; at++)
      await responses.insert(
        response('team_1', `resp_${at}`, { previousId: at === 0 ? null : `resp_${at - 1}` }),
      )

    const chain = await responses.findChain(owner, 'resp_4', now, bounds)
    const tooMany = await responses.findChain(owner, 'resp_4', now, { ...bounds, linksMax: 4 })
    const tooLarge = await responses.findChain(owner, 'resp_4', now, { ...bounds, bytesMax: 104 })
    await responses.remove(owner, 'resp_2', now)

    expect(chain.kind === 'found' && chain.responses.map(({ id }) => id)).toEqual([
      'resp_0',
      'resp_1',
      'resp_2',
      'resp_3',
      'resp_4',
    ])
    expect([tooMany, tooLarge]).toEqual([{ kind: 'too_long' }, { kind: 'too_long' }])
    expect(await responses.findChain(owner, 'resp_4', now, bounds)).toEqual({ kind: 'missing' })
    expect(await responses.findChain(owner, 'resp_1', now, bounds)).toMatchObject({ kind: 'found' })
  })

  test('a team has at most its quota, and loses the oldest responses first', async () => {
    await using fixture = await makeFixture()
    const { responses } = await fixture.open()
    const owner = { teamId: 'team_1', userId: null }
    for (let at = 0; at < 30; at++)
      await responses.insert(
        response('team_1', `resp_${at}`, { createdAt: now + at, itemIds: [`msg_${at}`] }),
      )
    await responses.insert(response('team_2', 'resp_0'))

    expect(await responses.removeExcess('team_1', { responsesMax: 30, bytesMax: 30 * 21 })).toBe(0)
    expect(await responses.removeExcess('team_1', { responsesMax: 6, bytesMax: 1_000 })).toBe(24)
    expect(await responses.removeExcess('team_1', { responsesMax: 6, bytesMax: 5 * 21 })).toBe(1)
    const left = await responses.findWithItems(
      owner,
      Array.from({ length: 30 }, (_, at) => `msg_${at}`),
      now,
    )

    expect(left.map(({ id }) => id).toSorted()).toEqual([25, 26, 27, 28, 29].map(at => `resp_${at}`))
    expect(await responses.find({ teamId: 'team_2', userId: null }, 'resp_0', now)).not.toBeNull()
  })

  test('responses expire by the team’s retention, with their member, and without the setting', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { teamId, userId } = await store.teams.openModeOwner()
    const owners = { member: { teamId, userId }, left: { teamId, userId: 'user_left' } }
    await store.settings.update(teamId, { storedResponseDays: 30 }, by)
    for (let at = 0; at < 45; at++)
      await store.responses.insert(
        response(teamId, `resp_old${at}`, { owner: owners.member, createdAt: now - 31 * dayMs }),
      )
    await store.responses.insert(
      response(teamId, 'resp_kept', { owner: owners.member, createdAt: now - 29 * dayMs }),
    )
    await store.responses.insert(response(teamId, 'resp_left', { owner: owners.left }))
    let pauses = 0

    const expired = await store.responses.removeOld(now, async () => void pauses++)
    const kept = await store.responses.find(owners.member, 'resp_kept', 0)
    const left = await store.responses.find(owners.left, 'resp_left', 0)
    await store.settings.update(teamId, { storedResponseDays: null }, by)
    const off = await store.responses.removeOld(now, async () => {})

    expect([expired, pauses, off]).toEqual([46, 2, 1])
    expect(kept).not.toBeNull()
    expect(left).toBeNull()
    expect(await store.responses.find(owners.member, 'resp_kept', 0)).toBeNull()
  })
})
