import { expect, test, vi } from 'vitest'
import { missingPostgres } from './test-database.ts'
import { sharedPostgres } from './test-store.ts'
import { openStore } from './store.ts'

const missing = missingPostgres()

test.skipIf(missing !== null)(
  'after the database was away, what may have been missed is told and the store works again',
  { timeout: 60_000 },
  async () => {
    const server = await sharedPostgres()
    const store = await openStore({ dataDir: '/unused', databaseUrl: await server.createDatabase() })
    const owner = await store.teams.openModeOwner()
    const heard = vi.fn<() => void>()
    store.onChange(heard)
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 5000)
    heard.mockClear()

    await server.kill()
    const away = store.ping()
    await expect(away).rejects.toThrow(/connection|ECONNREFUSED|terminat/i)
    await server.restart()

    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 20_000)
    expect(await store.teams.openModeOwner()).toEqual(owner)
    await store.close()
  },
)
