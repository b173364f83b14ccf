import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { StoreOptions } from './core/store.ts'
import { onEachDatabase } from './__fixtures__/test-store.ts'

onEachDatabase(makeFixture => {
  test('kill −9 during writes loses at most the unacknowledged batch, three times', async () => {
    await using fixture = await makeFixture()

    for (let round = 1; round <= 3; round++) {
      const acknowledged = await writeUntilKilled(fixture.options, round * 7)

      const store = await fixture.open()
      const rows = await store.requests.list('team_1', { limit: 1_000_000 })
      await store.close()
      const sizes = Object.values(Object.groupBy(rows, row => String(row.startedAt)))
      // Whole batches only: the acknowledged ones, and possibly one that was written but not yet reported.
      expect(new Set(sizes.map(batch => batch?.length))).toEqual(new Set([100]))
      expect(sizes.length).toBeGreaterThanOrEqual(acknowledged)
    }
  }, 60_000)
})

/** @returns number of acknowledged batches before the process was killed */
async function writeUntilKilled({ dataDir, databaseUrl }: StoreOptions, batches: number): Promise<number> {
  const script = fileURLToPath(new URL('__fixtures__/write-batches.ts', import.meta.url))
  const writer = spawn(process.execPath, [script, dataDir, databaseUrl ?? ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(writer, 'exit')
  let acknowledged = 0
  for await (const line of createInterface(writer.stdout)) {
    acknowledged = Number(line) + 1
    if (acknowledged === batches) writer.kill('SIGKILL')
  }
  await ended
  return acknowledged
}
