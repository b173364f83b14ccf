import { expect, test } from 'vitest'
import { makeTestTeam } from '#lib/console/__fixtures__/test-team.ts'
import { listGateways } from './gateways.ts'

test('with SQLite the list says that no gateways are recorded', async () => {
  await using team = await makeTestTeam()

  const response = await listGateways(await team.request('GET', '/api/gateways', team.members.admin))

  expect(await response.json()).toEqual({ gateways: null })
})
