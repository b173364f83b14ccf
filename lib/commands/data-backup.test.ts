import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { index, newItem, chunk } from '#lib/store/library/__fixtures__/library-item.ts'
import { hashApiKey } from '#lib/store/keys/api-key.ts'
import { createSecretBox } from '#lib/store/core/secret-box.ts'
import { readSecrets } from '#lib/store/core/secrets.ts'
import { openStore, type Store } from '#lib/store/core/store.ts'
import { makeTestRun } from './__fixtures__/test-run.ts'

const none = { authSecret: null, encryptionKey: null }
const noOne = { id: null, name: 'test', address: null }

test('a backup made during writes restores the whole team in another folder', async () => {
  using testRun = makeTestRun()
  using restored = temporaryFolder()
  using backup = temporaryFolder()
  const { teamId, token } = await fill(testRun.dataDir)
  const { outcome, acknowledged } = await whileWriting(testRun.dataDir, () =>
    testRun.run(`data backup ${backup.path}/today`),
  )

  expect(outcome).toMatchObject({ exitCode: 0, complained: '' })
  expect(outcome.said).toContain('sextant.db, secrets.json')
  for (const file of ['sextant.db', 'secrets.json'])
    expect(statSync(join(backup.path, 'today', file)).mode & 0o777).toBe(0o600)

  // A restore only copies the files.
  cpSync(join(backup.path, 'today'), restored.path, { recursive: true })
  const database = new Database(join(restored.path, 'sextant.db'))
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
  const store = await openStore({ dataDir: restored.path, databaseUrl: null })
  expect((await store.keys.findByHash(hashApiKey(token)))?.name).toBe('kept')
  expect(await found(store, teamId, 'sextants')).toEqual(['Sextants measure angles.'])
  const box = createSecretBox(readSecrets(restored.path, none).encryptionKey)
  expect(await store.providers.open(teamId, box)).toMatchObject([{ apiKey: 'sk-of-the-provider-0123456789' }])
  // Whole batches, and at least those acknowledged before the copy began.
  const rows = await store.requests.list('team_1', { limit: 1_000_000 })
  expect(rows.length % 100).toBe(0)
  expect(rows.length).toBeGreaterThanOrEqual(acknowledged * 100)
  await store.close()
}, 60_000)

test('a backup is never overwritten', async () => {
  using testRun = makeTestRun()
  using backup = temporaryFolder()
  await fill(testRun.dataDir)
  writeFileSync(join(backup.path, 'sextant.db'), 'yesterday')

  const { exitCode, complained } = await testRun.run(`data backup ${backup.path}`)

  expect(exitCode).toBe(1)
  expect(complained).toContain('already exists')
})

test('without a database there is nothing to copy', async () => {
  using testRun = makeTestRun()
  using backup = temporaryFolder()

  expect((await testRun.run(`data backup ${backup.path}/new`)).complained).toContain('No database')
})

test('data in PostgreSQL requires pg_dump', async () => {
  using testRun = makeTestRun({ DATABASE_URL: 'postgres://me@127.0.0.1:1/none' })

  const { exitCode, complained } = await testRun.run('data backup /nowhere')

  expect([exitCode, complained]).toEqual([1, expect.stringContaining('pg_dump')])
})

/** A team with a key, a library text and a provider with an encrypted key. */
async function fill(dataDir: string): Promise<{ teamId: string; token: string }> {
  mkdirSync(dataDir, { recursive: true })
  const store = await openStore({ dataDir, databaseUrl: null })
  const { teamId } = await store.teams.openModeOwner()
  const { token } = await store.keys.create({
    teamId,
    ownerId: null,
    name: 'kept',
    kind: 'api',
    scopes: ['chat'],
  })
  await index(store.library, newItem(teamId, 1), [chunk(0, 'Sextants measure angles.')])
  const box = createSecretBox(readSecrets(dataDir, none).encryptionKey)
  const provider = {
    purpose: 'models',
    name: 'mine',
    kind: 'openai',
    server: null,
    messagesApi: null,
    baseUrl: 'https://models.example/v1',
    apiKey: 'sk-of-the-provider-0123456789',
  } as const
  await store.providers.create(teamId, provider, box, noOne)
  await store.close()
  return { teamId, token }
}

async function found(store: Store, teamId: string, word: string): Promise<readonly string[]> {
  const about = { teamId, words: [word], collections: null, hosts: null, vector: null, limit: 5 }
  return (await store.library.find(about)).map(({ content }) => content)
}

/** Runs the work while another process writes continuously. @returns batches written before */
async function whileWriting<T>(dataDir: string, work: () => Promise<T>) {
  const script = fileURLToPath(new URL('../store/__fixtures__/write-batches.ts', import.meta.url))
  const writer = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(writer, 'exit')
  let acknowledged = 0
  writer.stdout.on('data', (lines: Buffer) => (acknowledged += lines.toString().split('\n').length - 1))
  await expect.poll(() => acknowledged, { timeout: 30_000 }).toBeGreaterThan(3)
  const before = acknowledged
  const outcome = await work()
  writer.kill('SIGKILL')
  await ended
  return { outcome, acknowledged: before }
}

function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'sextant-backup-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
