import { expect, test } from 'vitest'
import { requestRow } from './__fixtures__/test-request-row.ts'
import { onEachDatabase } from './__fixtures__/test-store.ts'

onEachDatabase(makeFixture => {
  test('key usage is counted by caller and capability, for its team and since a time', async () => {
    await using fixture = await makeFixture()
    const { requests } = await fixture.open()
    const ofKey = { teamId: 'team_a', keyId: 'key_a', startedAt: 1000, route: '/v1/rerank' }
    const row = (id: string, change: object) => requestRow({ ...ofKey, id, ...change })
    await requests.insertMany([
      row('1', { startedAt: 999 }),
      row('2', {}),
      row('3', { client: 'curl/8', startedAt: 1500 }),
      row('4', { client: 'curl/8', startedAt: 2000 }),
      row('5', { keyId: 'key_b' }),
      row('6', { teamId: 'team_b' }),
      row('7', { address: null, client: null, route: '/v1/embeddings', startedAt: 1001 }),
    ])

    const rerank = { route: '/v1/rerank', address: '203.0.113.7' }
    expect(await requests.useOf('team_a', 'key_a', 1000)).toEqual([
      { ...rerank, client: 'curl/8', requests: 2, lastAt: 2000 },
      { route: '/v1/embeddings', address: null, client: null, requests: 1, lastAt: 1001 },
      { ...rerank, client: 'openai-node/7', requests: 1, lastAt: 1000 },
    ])
    expect(await requests.useOf('team_a', 'key_none', 0)).toEqual([])
  })
})
