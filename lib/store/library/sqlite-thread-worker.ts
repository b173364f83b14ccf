/** The thread for what takes SQLite long: searching, and taking words out of the index. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { retryWhileBusy } from '#lib/store/retry-while-busy.ts'
import { createFindInSqlite } from './find-in-sqlite.ts'
import type { ThreadAnswer, ThreadJob } from './thread-job.ts'

// Writers do not keep readers waiting; only what recovers a log does, for a moment.
const busyMs = 2000

const file = String(workerData)
const reader = new Database(file, { readonly: true, timeout: busyMs })
const find = createFindInSqlite(reader)
let writer: Database.Database | null = null

parentPort?.on('message', (job: ThreadJob) => {
  void answer(job).then(message => parentPort?.postMessage(message))
})

async function answer(job: ThreadJob): Promise<ThreadAnswer> {
  try {
    return { id: job.id, ok: true, found: await run(job) }
  } catch (error) {
    return { id: job.id, ok: false, error: error instanceof Error ? error.message : String(error) }
  }
}

async function run(job: ThreadJob) {
  switch (job.kind) {
    case 'find':
      return find(job.find)
    case 'removeChunks':
      await removeChunks(job.itemId, job.before)
      return []
  }
}

/** One by one: each takes 20 ms in which nobody else can write, and searches have their turn between them. */
async function removeChunks(itemId: string, before: number): Promise<void> {
  const connection = (writer ??= openWriter())
  const next = connection
    .prepare<[string, number], number>(
      'select id from library_chunks where item_id = ? and version < ? limit 1',
    )
    .pluck()
  const remove = connection.prepare<[number]>('delete from library_chunks where id = ?')
  for (let id = next.get(itemId, before); id !== undefined; id = next.get(itemId, before)) {
    const chunkId = id
    await retryWhileBusy(async () => remove.run(chunkId))
    await nextTurn()
  }
}

function openWriter(): Database.Database {
  const connection = new Database(file, { timeout: busyMs })
  connection.pragma('synchronous = NORMAL')
  connection.pragma('secure_delete = ON')
  return connection
}
