import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sharedStore } from '#lib/console/core/store.ts'
import { temporaryFolder } from '#lib/store/__fixtures__/test-store.ts'

test('a process has one store per folder', async () => {
  const dataDir = temporaryFolder()

  const stores = await Promise.all([1, 2, 3].map(() => sharedStore({ dataDir, databaseUrl: null })))

  expect(new Set(stores).size).toBe(1)
  await stores[0]?.close()
  rmSync(dataDir, { recursive: true })
})

test('a failed opening is retried on the next call', async () => {
  const parent = temporaryFolder()
  const dataDir = join(parent, 'data')
  writeFileSync(dataDir, 'a file where the folder should be')
  await expect(sharedStore({ dataDir, databaseUrl: null })).rejects.toThrow('EEXIST')
  rmSync(dataDir)

  const store = await sharedStore({ dataDir, databaseUrl: null })

  await expect(store.ping()).resolves.toBeUndefined()
  await store.close()
  rmSync(parent, { recursive: true })
})
