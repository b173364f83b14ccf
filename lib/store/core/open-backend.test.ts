import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction } from './in-transaction.ts'
import { openBackend, openPostgres } from './open-backend.ts'
import { temporaryFolder } from '#lib/store/__fixtures__/test-store.ts'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { missingPostgres, startPostgres } from '#lib/store/__fixtures__/test-database.ts'
import { openStore } from './store.ts'

test('a file that is not a database is named and not overwritten', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'sextant.db')
  writeFileSync(file, 'my holiday notes, longer than the header of a database file would be'.repeat(20))

  await expect(openBackend(folder, null)).rejects.toThrow(`${file} cannot be opened: file is not a database`)

  rmSync(folder, { recursive: true })
})

test('the database files are private to their owner, even in a public folder', async () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)

  const backend = await openBackend(folder, null)

  const modes = readdirSync(folder).map(name => [name, statSync(join(folder, name)).mode & 0o777])
  await backend.close()
  expect(Object.fromEntries(modes)).toEqual({
    'sextant.db': 0o600,
    'sextant.db-shm': 0o600,
    'sextant.db-wal': 0o600,
  })
  rmSync(folder, { recursive: true })
})

test('a full disk is reported as such, and the next write does not wait', async () => {
  const folder = temporaryFolder()
  const backend = await openBackend(folder, null)
  const { database } = backend
  const limitPages = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(database)
  await limitPages(1)

  const id = 'x'.repeat(1_000_000)
  const insert = inTransaction(backend, transaction =>
    transaction.insertInto('teams').values({ id, slug: id, name: id, createdAt: 0 }).execute(),
  )

  await expect(insert).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  await limitPages(1_000_000)
  await inTransaction(backend, transaction =>
    transaction.insertInto('teams').values({ id: 'small', slug: 's', name: 'S', createdAt: 0 }).execute(),
  )
  await backend.close()
  rmSync(folder, { recursive: true })
})

test('a data folder that cannot be created is named', async () => {
  const folder = temporaryFolder()
  const inside = join(folder, 'file', 'data')
  writeFileSync(join(folder, 'file'), '')

  await expect(openBackend(inside, null)).rejects.toThrow(`${inside}/sextant.db cannot be opened: ENOTDIR`)

  rmSync(folder, { recursive: true })
})

test('an unreachable database is reported without its password', async () => {
  const failed = openBackend('/unused', 'postgres://me:very-secret@127.0.0.1:1/none')

  await expect(failed).rejects.toThrow(/^The database of DATABASE_URL cannot be opened: .*ECONNREFUSED/)
  await expect(failed).rejects.not.toThrow('very-secret')
})

test('a database that accepts connections and does not respond fails the start instead of blocking it', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0

  await expect(openPostgres(`postgres://sextant@127.0.0.1:${port}/none`)).rejects.toThrow(/timeout/)

  silent.close()
})

test('an unreachable database fails the start immediately', async () => {
  await expect(openPostgres('postgres://sextant@127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED')
})

const missing = missingPostgres()

test.skipIf(missing !== null)(
  'after a database outage, possibly missed changes are announced and the store works again',
  { timeout: 60_000 },
  async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const store = await openStore({ dataDir: '/unused', databaseUrl: await server.createDatabase() })
    const owner = await store.teams.openModeOwner()
    const heard = vi.fn<() => void>()
    store.onChange(heard)
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 5000)
    heard.mockClear()

    await server.kill()
    const unavailable = store.ping()
    await expect(unavailable).rejects.toThrow(/connection|ECONNREFUSED|ECONNRESET|terminat/i)
    await server.restart()

    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 20_000)
    expect(await store.teams.openModeOwner()).toEqual(owner)
    await store.close()
  },
)

test.skipIf(missing !== null)(
  'a database that stops between two queries of a transaction fails the transaction, not the process',
  { timeout: 60_000 },
  async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const backend = await openPostgres(await server.createDatabase())
    const begun = Promise.withResolvers<void>()
    const stopped = Promise.withResolvers<void>()
    const transaction = backend.database.transaction().execute(async open => {
      await sql`select 1`.execute(open)
      begun.resolve()
      await stopped.promise
      await sql`select 1`.execute(open)
    })
    await begun.promise

    await server.kill()
    await expect(sql`select 1`.execute(backend.database)).rejects.toThrow(
      /connection|ECONNREFUSED|ECONNRESET|terminat/i,
    )
    stopped.resolve()

    await expect(transaction).rejects.toThrow(/connection|terminat|queryable|ECONNRESET/i)
    await server.restart()
    await sql`select 1`.execute(backend.database)
    await backend.close()
  },
)
