import { expect, test } from 'vitest'
import { verifyPassword } from '#lib/store/team/password.ts'
import { openStore } from '#lib/store/core/store.ts'
import { makeTestRun, type TestRun } from './__fixtures__/test-run.ts'

const team = {
  SEXTANT_AUTH: 'team',
  APP_URL: 'https://ai.example.org',
  AUTH_SECRET: 'kG7tYpQ2xVb9ZsLr4MnC8wHd1JfEa6Uo',
  ENCRYPTION_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
}

test('the first owner is created, and an earlier setup link becomes invalid', async () => {
  using testRun = makeTestRun(team)
  const secret = await makeLink(testRun)

  const { exitCode, said } = await testRun.run('admin create Boss@Example.org --name Ada')

  const [password = ''] = said.split('\n')
  const { account, done, linkIsGood } = await look(testRun, 'boss@example.org', secret)
  expect(exitCode).toBe(0)
  expect(account).toMatchObject({ name: 'Ada' })
  expect(await verifyPassword(password, account?.passwordHash ?? null)).toBe(true)
  expect([done, linkIsGood]).toEqual([true, false])
})

test('an owner can get a new password; another email address creates another owner', async () => {
  using testRun = makeTestRun(team)
  const first = await testRun.run('admin create boss@example.org')
  const again = await testRun.run('admin create boss@example.org')
  await testRun.run('admin create second@example.org')

  const { account, owners } = await look(testRun, 'boss@example.org', '')
  const [old = ''] = first.said.split('\n')
  const [fresh = ''] = again.said.split('\n')
  expect(await verifyPassword(old, account?.passwordHash ?? null)).toBe(false)
  expect(await verifyPassword(fresh, account?.passwordHash ?? null)).toBe(true)
  expect(owners).toBe(2)
})

test.each([
  [team, 'admin create nobody', 2, 'email address'],
  [team, 'admin create', 2, 'email> is missing'],
  [{}, 'admin create a@example.org', 1, 'SEXTANT_AUTH is open'],
])('an error creates no owner: %j', async (environment, line, code, reason) => {
  using testRun = makeTestRun(environment)

  const { exitCode, complained, said } = await testRun.run(line)

  expect([exitCode, said]).toEqual([code, ''])
  expect(complained).toContain(reason)
})

test('the hash matches the printed password', async () => {
  using testRun = makeTestRun()

  const { said } = await testRun.run('admin hash')

  const [, password = '', hash = ''] = /^Password: (\S+)\nADMIN_PASSWORD_HASH='(\S+)'$/.exec(said) ?? []
  expect(await verifyPassword(password, hash)).toBe(true)
})

async function makeLink({ dataDir }: TestRun): Promise<string> {
  const store = await openStore({ dataDir, databaseUrl: null })
  const secret = await store.setUp.makeLink((await store.teams.openModeOwner()).teamId)
  await store.close()
  return secret
}

async function look({ dataDir }: TestRun, email: string, secret: string) {
  const store = await openStore({ dataDir, databaseUrl: null })
  const { teamId } = await store.teams.openModeOwner()
  const members = await store.members.list(teamId)
  const seen = {
    account: await store.accounts.findByEmail(email),
    done: await store.setUp.isDone(teamId),
    linkIsGood: await store.setUp.isGood(teamId, secret),
    owners: members.filter(member => member.role === 'owner').length,
  }
  await store.close()
  return seen
}
