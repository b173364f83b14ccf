import { expect, test, vi } from 'vitest'
import { openBackend } from '#lib/store/core/open-backend.ts'
import { changedDefaultsMigration } from '#lib/store/migrations/changed-defaults-migration.ts'
import { openStore } from '#lib/store/core/store.ts'
import { temporaryFolder } from '#lib/store/__fixtures__/test-store.ts'
import { makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { followTeam } from './follow-team.ts'
import { prepareTeam, printSetUp } from './prepare-team.ts'

const appUrl = 'https://ai.example.org'
const nothing = { passwords: true, admin: null, oidc: null, github: null, domains: [] }
const team = { auth: 'team', signIn: nothing, appUrl, initialApiKey: null } as const

function recording() {
  const lines: string[] = []
  const say = (text: unknown) => void lines.push(String(text))
  return { lines, info: say, warn: say }
}

async function start(...[store, config, log]: Parameters<typeof prepareTeam>): Promise<void> {
  await prepareTeam(store, config, log)
  await printSetUp(store, config, log)
}

const open = () => openStore({ dataDir: temporaryFolder(), databaseUrl: null })

test('the first start prints a link that makes the owner; the next start after that prints none', async () => {
  const store = await open()
  const first = recording()
  await start(store, team, first)
  const secret = /^Set up Sextant .*: https:\/\/ai\.example\.org\/set-up#([0-9A-Za-z]{22})$/.exec(
    first.lines.join(),
  )?.[1]

  const { teamId } = await store.teams.openModeOwner()
  const account = { email: 'a@example.org', name: 'A', passwordHash: null }
  const proof = { by: 'link', secret: secret ?? '' } as const
  await store.setUp.claim({ teamId, proof, account, address: null })
  const second = recording()
  await start(store, team, second)

  expect(second.lines).toEqual([])
  await store.close()
})

test('the first start after an upgrade says in one line which defaults changed, and a new installation does not', async () => {
  const options = { dataDir: temporaryFolder(), databaseUrl: null }
  const store = await openStore(options)
  const [fresh, first, second] = [recording(), recording(), recording()]
  await prepareTeam(store, team, fresh)
  const backend = await openBackend(options.dataDir, null)
  await backend.database.transaction().execute(changedDefaultsMigration)
  await backend.close()

  await prepareTeam(store, team, first)
  await prepareTeam(store, team, second)

  expect([fresh.lines, second.lines]).toEqual([[], []])
  expect(first.lines).toEqual([expect.stringMatching(/UPLOAD_AUTH.*600 requests.*existing keys keep/)])
  await store.close()
})

test('a link is printed only once the gateway listens', async () => {
  const store = await open()
  const log = recording()

  await prepareTeam(store, team, log)

  expect(log.lines).toEqual([])
  await store.close()
})

test('open mode prints no link', async () => {
  const store = await open()
  const log = recording()

  await start(store, { ...team, auth: 'open' }, log)

  expect(log.lines).toEqual([])
  await store.close()
})

test('the owner from the environment is created without a link, and only once by two gateways', async () => {
  const store = await open()
  const admin = { email: 'boss@example.org', passwordHash: '$argon2id$v=19$m=64,t=1,p=1$c2FsdA$aGFzaA' }
  const config = { ...team, signIn: { ...nothing, admin } }
  const log = recording()

  await Promise.all([start(store, config, log), start(store, config, log)])

  expect(await store.accounts.findByEmail('boss@example.org')).toMatchObject({
    passwordHash: admin.passwordHash,
  })
  expect(log.lines.join()).not.toContain('set-up#')
  await store.close()
})

test('where passwords are off no link offers to set one', async () => {
  const store = await open()
  const log = recording()

  await start(store, { ...team, auth: 'sso', signIn: { ...nothing, passwords: false } }, log)

  expect(log.lines).toEqual([expect.stringContaining('ADMIN_EMAIL')])
  await store.close()
})

test('once a team was deleted, the log has one link that sets up the next', async () => {
  const store = await open()
  const owner = await makeOwner(store)
  const log = recording()
  const { teamId } = owner
  await followTeam(store, team, log)
  await store.settings.update(teamId, { bodyDays: 3 }, owner)

  await store.teams.delete(teamId, owner)
  await vi.waitFor(() => expect(log.lines).toHaveLength(1), { timeout: 10_000 })
  const next = await makeOwner(store)
  await store.settings.update(next.teamId, { bodyDays: 3 }, next)
  await store.teams.purge()

  const secret = /set-up#([0-9A-Za-z]{22})$/.exec(log.lines.join())?.[1] ?? ''
  expect(next.teamId).not.toBe(teamId)
  expect(log.lines).toHaveLength(1)
  expect(await store.setUp.isDone(next.teamId)).toBe(true)
  expect(secret).toHaveLength(22)
  await store.close()
})
