import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { openPostgres } from '#lib/store/core/open-backend.ts'
import { openStore, type Store, type StoreOptions } from '#lib/store/core/store.ts'
import { missingPostgres, startPostgres, type TestPostgres } from './test-database.ts'

/**
 * An empty database on which any number of stores can be opened; they are closed and it is deleted at the end.
 */
interface StoreFixture extends AsyncDisposable {
  readonly options: StoreOptions
  open(): Promise<Store>
}

export type MakeFixture = () => Promise<StoreFixture>

let postgres: Promise<TestPostgres> | null = null
let migrated: Promise<string> | null = null

/**
 * Runs the tests on SQLite and PostgreSQL; the latter is skipped with the reason in its name if it is missing.
 */
export function onEachDatabase(tests: (makeFixture: MakeFixture) => void): void {
  onBoth(tests, copyMigrated)
}

/** The same, before the first migration. */
export function onEachEmptyDatabase(tests: (makeFixture: MakeFixture) => void): void {
  onBoth(tests, server => server.createDatabase())
}

function onBoth(
  tests: (makeFixture: MakeFixture) => void,
  createDatabase: (server: TestPostgres) => Promise<string>,
): void {
  describe('on SQLite', () => {
    tests(async () => toFixture(temporaryFolder(), null))
  })

  const missing = missingPostgres()
  const note = missing === null ? '' : ` (skipped: ${missing})`
  describe.skipIf(missing !== null)(`on PostgreSQL${note}`, () => {
    tests(async () => {
      const server = await sharedPostgres()
      const url = await createDatabase(server)
      return toFixture(temporaryFolder(), { url, drop: () => server.dropDatabase(url) })
    })
  })
}

/** A copy takes a tenth of the time of another migration. */
async function copyMigrated(server: TestPostgres): Promise<string> {
  migrated ??= server.createDatabase().then(async url => {
    await (await openPostgres(url)).close()
    return url
  })
  return await server.createDatabase(await migrated)
}

/** One server for all tests of this process. */
export function sharedPostgres(): Promise<TestPostgres> {
  return (postgres ??= startPostgres())
}

interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'sextant-store-'))
}

function toFixture(dataDir: string, database: TestDatabase | null): StoreFixture {
  const stores: Store[] = []
  const options = { dataDir, databaseUrl: database?.url ?? null }
  return {
    options,
    async open() {
      const store = await openStore(options)
      stores.push(store)
      return store
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(stores.map(store => store.close()))
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
