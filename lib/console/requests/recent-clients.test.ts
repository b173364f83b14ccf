import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestTeam, type TestMember, type TestTeam } from '#lib/console/__fixtures__/test-team.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { listRecentClients } from './recent-clients.ts'

let team: TestTeam
beforeAll(async () => {
  team = await makeTestTeam()
})
afterAll(() => team[Symbol.asyncDispose]())

const dayMs = 24 * 3_600_000

async function write(by: TestMember, client: string, daysAgo: number): Promise<void> {
  const id = `req_${crypto.randomUUID().replaceAll('-', '')}`
  const row = requestRow({
    id,
    teamId: by.teamId,
    userId: by.id,
    client,
    startedAt: Date.now() - daysAgo * dayMs,
  })
  await team.store.requests.insertMany([{ ...row, holds: [] }])
}

async function read(by: TestMember): Promise<unknown> {
  const response = await listRecentClients(await team.request('GET', '/api/requests/clients', by))
  return response.json()
}

test('a member sees own programs of the last week, an admin all of the team’s, and no one another team’s', async () => {
  const { member, admin, owner } = team.members
  await write(member, 'curl/8', 1)
  await write(member, 'curl/8', 2)
  await write(member, 'old/1', 8)
  await write(owner, 'claude-cli/2', 3)
  await write(team.stranger, 'elsewhere/1', 1)

  expect(await read(member)).toEqual({ clients: ['curl/8'] })
  expect(await read(admin)).toEqual({ clients: ['curl/8', 'claude-cli/2'] })
})
