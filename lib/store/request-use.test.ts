import { expect, test } from 'vitest'
import { requestRow } from './test-request-row.ts'
import { onEachDatabase } from './test-store.ts'

onEachDatabase(makePlace => {
  test('what a key was used for is counted by route, of its team and since a time', async () => {
    await using place = await makePlace()
    const { requests } = await place.open()
    const ofKey = { teamId: 'team_a', keyId: 'key_a', startedAt: 1000, route: '/v1/rerank' }
    const row = (id: string, change: object) => requestRow({ ...ofKey, id, ...change })
    await requests.insertMany([
      row('1', { startedAt: 999 }),
      row('2', {}),
      row('3', { route: '/v1/chat/completions', startedAt: 1500 }),
      row('4', { route: '/v1/chat/completions', startedAt: 2000 }),
      row('5', { keyId: 'key_b' }),
      row('6', { teamId: 'team_b' }),
    ])

    expect(await requests.useOf('team_a', 'key_a', 1000)).toEqual([
      { route: '/v1/chat/completions', requests: 2, lastAt: 2000 },
      { route: '/v1/rerank', requests: 1, lastAt: 1000 },
    ])
    expect(await requests.useOf('team_a', 'key_none', 0)).toEqual([])
  })
})
