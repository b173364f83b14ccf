import { expect, test } from 'vitest'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import type { NewResponse } from './responses.ts'

const dayMs = 24 * 3_600_000
const now = 1_800_000_000_000
const by = { id: null, name: 'test', address: null }
const itemBounds = { bytesMax: 1_000_000, hold: () => {} }
const bounds = { ...itemBounds, linksMax: 200 }
const none = { kind: 'found', responses: [] }

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
      expect(await responses.findWithItems(other, ['msg_1'], 0, itemBounds)).toEqual(none)
      expect(await responses.remove(other, 'resp_1', 0)).toBe(false)
    }
    expect(await responses.find(owner, 'resp_1', now + 1)).toBeNull()
    expect(await responses.findWithItems(owner, ['msg_1', '\0'], now, itemBounds)).toEqual({
      kind: 'found',
      responses: [{ model: 'scripted/echo', output: '[]' }],
    })
    expect(await responses.remove(owner, 'resp_1', now)).toBe(true)
    expect(await responses.findWithItems(owner, ['msg_1'], now, itemBounds)).toEqual(none)
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
    const held: number[] = []
    await responses.findChain(owner, 'resp_4', now, { ...bounds, hold: bytes => void held.push(bytes) })
    const full = responses.findChain(owner, 'resp_4', now, {
      ...bounds,
      hold() {
        throw new Error('No memory is left.')
      },
    })
    await expect(full).rejects.toThrow('No memory is left.')
    await responses.remove(owner, 'resp_2', now)

    expect(held).toEqual([105])
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

  test('the output of responses with named items is measured before it is read, their input does not count', async () => {
    await using fixture = await makeFixture()
    const { responses } = await fixture.open()
    const owner = { teamId: 'team_1', userId: null }
    const input = 'x'.repeat(10_000)
    for (const at of [1, 2])
      await responses.insert(
        response('team_1', `resp_${at}`, { input, output: '["é"]', itemIds: [`msg_${at}a`, `msg_${at}b`] }),
      )
    const held: number[] = []
    const find = (bytesMax: number) =>
      responses.findWithItems(owner, ['msg_1a', 'msg_1b', 'msg_2a'], now, {
        bytesMax,
        hold: bytes => void held.push(bytes),
      })

    const [tooLarge, read] = [await find(11), await find(12)]
    const full = responses.findWithItems(owner, ['msg_1a'], now, {
      bytesMax: 12,
      hold() {
        throw new Error('No memory is left.')
      },
    })

    expect(tooLarge).toEqual({ kind: 'too_long' })
    expect(read).toMatchObject({ kind: 'found', responses: [{ output: '["é"]' }, { output: '["é"]' }] })
    expect(held).toEqual([12])
    await expect(full).rejects.toThrow('No memory is left.')
  })

  test('an item of several responses is that of the newest one its owner can read', async () => {
    await using fixture = await makeFixture()
    const { responses } = await fixture.open()
    const owner = { teamId: 'team_1', userId: 'user_1' }
    const other = { teamId: 'team_1', userId: 'user_2' }
    const itemIds = ['msg_1']
    const inserted = [
      await responses.insert(response('team_1', 'resp_1', { owner: other, model: 'a/other', itemIds })),
      await responses.insert(
        response('team_1', 'resp_2', { owner, model: 'a/new', createdAt: now + 2, itemIds }),
      ),
      await responses.insert(
        response('team_1', 'resp_3', { owner, model: 'a/old', createdAt: now + 1, itemIds }),
      ),
    ]
    const modelsOf = async (reader: typeof owner) => {
      const found = await responses.findWithItems(reader, itemIds, now, itemBounds)
      return found.kind === 'found' && found.responses.map(({ model }) => model)
    }

    const before = [await modelsOf(owner), await modelsOf(other)]
    await responses.remove(owner, 'resp_2', now)

    expect(inserted).toEqual([true, true, true])
    expect(before).toEqual([['a/new'], ['a/other']])
    expect(await modelsOf(owner)).toEqual(['a/old'])
  })

  test('any number of items can be looked for', async () => {
    await using fixture = await makeFixture()
    const { responses } = await fixture.open()
    const owner = { teamId: 'team_1', userId: null }
    await responses.insert(response('team_1', 'resp_1', { itemIds: ['msg_39999'] }))
    const ids = Array.from({ length: 40_000 }, (_, at) => `msg_${at}`)

    const found = await responses.findWithItems(owner, ids, now, itemBounds)

    expect(found).toMatchObject({ kind: 'found', responses: [{}] })
  })

  test('a team has at most its quota, and loses the oldest responses first', async () => {
    await using fixture = await makeFixture()
    const { responses } = await fixture.open()
    const owner = { teamId: 'team_1', userId: null }
    for (let at = 0; at < 30; at++)
      await responses.insert(
        response('team_1', `resp_${at}`, { createdAt: now + at, model: `m/${at}`, itemIds: [`msg_${at}`] }),
      )
    await responses.insert(response('team_2', 'resp_0'))
    let pauses = 0
    const pause = async () => void pauses++

    expect(await responses.removeExcess('team_1', pause, { responsesMax: 30, bytesMax: 30 * 21 })).toBe(0)
    expect(await responses.removeExcess('team_1', pause, { responsesMax: 6, bytesMax: 1_000 })).toBe(24)
    expect(pauses).toBe(1)
    expect(await responses.removeExcess('team_1', pause, { responsesMax: 6, bytesMax: 5 * 21 })).toBe(1)
    const left = await responses.findWithItems(
      owner,
      Array.from({ length: 30 }, (_, at) => `msg_${at}`),
      now,
      itemBounds,
    )

    expect(left).toMatchObject({
      kind: 'found',
      responses: [25, 26, 27, 28, 29].map(at => ({ model: `m/${at}` })),
    })
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
