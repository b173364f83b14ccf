import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
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

/**
 * Runs the tests on SQLite and PostgreSQL; the latter is skipped with the reason in its name if it is missing.
 */
export function onEachDatabase(tests: (makeFixture: MakeFixture) => void): void {
  describe('on SQLite', () => {
    tests(async () => toFixture(temporaryFolder(), null))
  })

  const missing = missingPostgres()
  const note = missing === null ? '' : ` (skipped: ${missing})`
  describe.skipIf(missing !== null)(`on PostgreSQL${note}`, () => {
    tests(async () => toFixture(temporaryFolder(), await (await sharedPostgres()).createDatabase()))
  })
}

/** One server per test file; stopped after its last test. */
export function sharedPostgres(): Promise<TestPostgres> {
  return (postgres ??= startPostgres())
}

afterAll(async () => {
  await (await postgres)?.stop()
  postgres = null
})

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'sextant-store-'))
}

function toFixture(dataDir: string, databaseUrl: string | null): StoreFixture {
  const stores: Store[] = []
  const options = { dataDir, databaseUrl }
  return {
    options,
    async open() {
      const store = await openStore(options)
      stores.push(store)
      return store
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(stores.map(store => store.close()))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
