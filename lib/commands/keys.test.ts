import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { hashApiKey, isWellFormed } from '#lib/store/keys/api-key.ts'
import { openStore } from '#lib/store/core/store.ts'
import { startTestServer } from './__fixtures__/test-server.ts'
import { makeTestRun, type TestRun } from './__fixtures__/test-run.ts'

const keyPattern = /sxt_[0-9A-Za-z]{36}/

test('a new key is printed on its own line, and its hash is stored', async () => {
  using testRun = makeTestRun()

  const { exitCode, said } = await testRun.run('keys create --name tests')

  const [token = ''] = said.split('\n')
  expect(exitCode).toBe(0)
  expect(isWellFormed(token)).toBe('ours-valid')
  expect(await findKey(testRun, token)).toMatchObject({ name: 'tests', kind: 'api', revokedAt: null })
})

test('without --scopes a key has all scopes but admin:read', async () => {
  using testRun = makeTestRun()

  const { said } = await testRun.run('keys create')

  const key = await findKey(testRun, keyPattern.exec(said)?.[0] ?? '')
  expect(key?.scopes).toEqual(['chat', 'embeddings', 'rerank', 'web', 'documents', 'library'])
  expect(said).not.toContain('admin data')
})

test('every option is stored, and admin:read prints a warning', async () => {
  using testRun = makeTestRun()
  const options =
    '--scopes chat,admin:read --models local/a,b --default-model b --rpm 10 --tpm 2000 --parallel 3 --expires 2100-01-31'

  const { said } = await testRun.run(`keys create ${options}`)

  expect(await findKey(testRun, keyPattern.exec(said)?.[0] ?? '')).toMatchObject({
    scopes: ['chat', 'admin:read'],
    models: ['local/a', 'b'],
    defaultModel: 'b',
    requestsPerMinute: 10,
    tokensPerMinute: 2000,
    parallel: 3,
    expiresAt: Date.parse('2100-01-31T23:59:59.999Z'),
  })
  expect(said).toContain('admin data')
  expect(said).toContain('Chat requests that name an unknown model go to b.')
})

test('without limits a key has those of the team, which are printed; none removes one', async () => {
  using testRun = makeTestRun()

  const { said } = await testRun.run('keys create --tpm none')

  expect(await findKey(testRun, keyPattern.exec(said)?.[0] ?? '')).toMatchObject({
    requestsPerMinute: 600,
    tokensPerMinute: null,
    parallel: 20,
  })
  expect(said).toContain('Limits: 600 requests/min, 20 concurrent.')
})

test('a key can be created with a budget', async () => {
  using testRun = makeTestRun()

  const { said } = await testRun.run('keys create --json --budget 0.25/week')

  expect(JSON.parse(said)).toMatchObject({ budget: { limitNanos: 250_000_000, period: 'week' } })
  const { key } = JSON.parse(said) as { key: string }
  expect((await findKey(testRun, key))?.budgetId).toMatch(/^budget_/)
})

test('--json prints one object with the key', async () => {
  using testRun = makeTestRun()

  const { said } = await testRun.run('keys create --json --name ci')

  expect(JSON.parse(said)).toMatchObject({ key: expect.stringMatching(keyPattern), name: 'ci', models: null })
})

test('the printed curl command calls the running server, with the key and a model that is ready', async () => {
  using testRun = makeTestRun()
  await using server = await startTestServer((request, response) => {
    const models = ['web:scrape', 'chat:team-chat'].map(entry => entry.split(':'))
    const data = models.map(([type, id]) => ({ id, object: 'model', created: 0, owned_by: 'x', type }))
    response.end(request.method === 'GET' ? JSON.stringify({ object: 'list', data }) : 'answered')
  })
  testRun.pretendRunning(server.port)
  const { said } = await testRun.run('keys create')

  const curl = said.slice(said.indexOf('curl '))
  const { stdout } = await promisify(execFile)('sh', ['-c', curl])

  const asked = server.seen.at(-1)
  expect(stdout).toBe('answered')
  expect(asked).toMatchObject({ method: 'POST', url: '/v1/chat/completions' })
  expect(asked?.headers).toMatchObject({
    authorization: `Bearer ${keyPattern.exec(said)?.[0]}`,
    'content-type': 'application/json',
  })
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({ model: 'team-chat', messages: [{ role: 'user' }] })
})

test('the curl command of a key without the chat scope lists models', async () => {
  using testRun = makeTestRun({ PORT: '4567' })

  const { said } = await testRun.run('keys create --scopes web')

  expect(said).toContain('curl -s http://127.0.0.1:4567/v1/models')
  expect(said).toContain('npm start')
})

test('keys are listed without secrets or hashes', async () => {
  using testRun = makeTestRun()
  const empty = await testRun.run('keys list')
  const { said: made } = await testRun.run('keys create --name one --rpm 5')
  const token = keyPattern.exec(made)?.[0] ?? ''

  const table = await testRun.run('keys list')
  const json = await testRun.run('keys list --json')

  expect(empty.said).toContain('No keys yet')
  expect(table.said).toMatch(/one .*active .*5 rpm, .*never/)
  expect(JSON.parse(json.said)).toEqual([expect.objectContaining({ name: 'one', state: 'active' })])
  for (const { said } of [table, json]) {
    expect(said).not.toContain(token)
    expect(said).not.toContain(hashApiKey(token))
  }
})

test('a revoked key is marked in the list, and an unknown id fails without being printed', async () => {
  using testRun = makeTestRun()
  const { id, key } = JSON.parse((await testRun.run('keys create --json')).said)

  const revoked = await testRun.run(`keys revoke ${id}`)
  const unknown = await testRun.run(`keys revoke ${key}`)

  expect(revoked).toMatchObject({ exitCode: 0, said: `Revoked ${id}.` })
  expect((await testRun.run('keys list')).said).toMatch(`${key.slice(-4)}  revoked`)
  expect(unknown.exitCode).toBe(1)
  expect(unknown.complained).not.toContain(key)
})

test('created and revoked keys are in the audit log, without the key', async () => {
  using testRun = makeTestRun()
  const { id, key } = JSON.parse((await testRun.run('keys create --json --name ci --scopes chat')).said)
  await testRun.run(`keys revoke ${id}`)

  const entries = await listAudit(testRun)

  const operator = { actorId: null, actorName: 'command line', target: id, targetName: 'ci' }
  expect(entries).toMatchObject([
    { ...operator, action: 'key.revoke' },
    { ...operator, action: 'key.create' },
  ])
  expect(JSON.parse(entries[1]?.after ?? '')).toMatchObject({ name: 'ci' })
  expect(JSON.stringify(entries)).not.toContain(key)
})

test.each([
  ['--scopes chat,everything', '`everything` is not a scope'],
  ['--scopes ,', 'comma-separated list'],
  ['--rpm 0', '--rpm must be a number of at least 1'],
  ['--tpm 1.5', '--tpm must be a number'],
  ['--parallel many', '--parallel must be a number'],
  ['--budget 0', '--budget must be an amount in US dollars'],
  ['--budget 5/fortnight', '--budget must be an amount in US dollars'],
  ['--expires tomorrow', '--expires must be 12h'],
  ['--expires 2020-01-01', 'is in the past'],
  ['--name', '--name'],
  ['--color red', "Unknown option '--color'"],
  ['extra', 'Unexpected argument `extra`'],
])('an invalid option creates no key and explains itself: %s', async (options, reason) => {
  using testRun = makeTestRun()

  const { exitCode, said, complained } = await testRun.run(`keys create ${options}`)

  expect(exitCode).toBe(2)
  expect(said).toBe('')
  expect(complained).toContain(reason)
  expect(complained).toContain('Usage: npm run -s sextant -- keys create [options]')
  expect((await testRun.run('keys list')).said).toContain('No keys yet')
})

async function findKey({ dataDir }: TestRun, token: string) {
  const store = await openStore({ dataDir, databaseUrl: null })
  const key = await store.keys.findByHash(hashApiKey(token))
  await store.close()
  return key
}

async function listAudit({ dataDir }: TestRun) {
  const store = await openStore({ dataDir, databaseUrl: null })
  const { teamId } = await store.teams.openModeOwner()
  const entries = await store.audit.list(teamId, { limit: 10, filter: { actorId: null } })
  await store.close()
  return entries
}
