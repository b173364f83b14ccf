import { join } from 'node:path'
import Database from 'better-sqlite3'
import { startSextant, startUpstream } from './gateway-targets.ts'
import { type Row, toRow } from './row.ts'
import { newTally, soak } from './soak-load.ts'
import { idleHandles, watchMemory } from './soak-watch.ts'
import { temporaryFolder } from './temporary-folder.ts'

const growthMax = 1.2
const handlesMore = 10

/**
 * Requests of every kind through the gateway for this long, including canceled and failing ones. Memory and
 * handles must be stable, and every request must have its row.
 */
export async function soakSteadily(durationMs: number): Promise<readonly Row[]> {
  using folder = temporaryFolder()
  await using resources = new AsyncDisposableStack()
  const upstream = await startUpstream()
  resources.use(upstream.process)
  const sextant = await startSextant([upstream.port], folder.path)
  const gateway = sextant.process
  if (gateway === null) throw new Error('The gateway has no process of its own.')
  await using running = gateway

  // Pools, caches, the tokenizer vocabulary: first-use allocations are not growth.
  const tally = newTally()
  await soak(sextant, durationMs / 4, tally)
  const handlesBefore = await idleHandles(running)

  const memory = watchMemory(running)
  await soak(sextant, (durationMs * 3) / 4, tally)
  memory[Symbol.dispose]()
  const handlesAfter = await idleHandles(running)
  const { first, last } = memory.ends()

  await running[Symbol.asyncDispose]()
  const rows = readRowIds(join(folder.path, 'data/sextant.db'))
  for (const problem of tally.problems.slice(0, 10)) process.stdout.write(`${problem}\n`)
  return [
    toRow({ name: 'calls', unit: 'calls', ours: tally.calls }),
    toRow({ name: 'unexpected responses', unit: 'calls', ours: tally.problems.length, goal: 0 }),
    toRow({
      name: 'requests without a row',
      unit: 'rows',
      ours: tally.requestIds.filter(id => !rows.has(id)).length,
      goal: 0,
    }),
    toRow({
      name: 'rows of requests without a key',
      unit: 'rows',
      ours: tally.strangerIds.filter(id => rows.has(id)).length,
      goal: 0,
    }),
    toRow({
      name: 'memory under load, compared with the start',
      unit: 'MB',
      ours: last,
      peer: first,
      peerName: 'beginning',
      goal: first * growthMax,
    }),
    toRow({
      name: 'open handles after load, compared with before',
      unit: 'files',
      ours: handlesAfter,
      peer: handlesBefore,
      peerName: 'before',
      goal: handlesBefore + handlesMore,
    }),
  ]
}

function readRowIds(file: string): ReadonlySet<unknown> {
  const database = new Database(file, { readonly: true })
  const ids = new Set(database.prepare('select id from requests').pluck().all())
  database.close()
  return ids
}
