/** The thread that searches a SQLite library: a long query or many vectors keep nobody else waiting. */
import Database from 'better-sqlite3'
import { parentPort, workerData } from 'node:worker_threads'
import { createFindInSqlite } from './find-in-sqlite.ts'
import type { FoundChunk, LibraryFind } from './library-find.ts'

export interface SearchJob {
  readonly id: number
  readonly find: LibraryFind
}

export type SearchAnswer =
  | { readonly id: number; readonly found: readonly FoundChunk[] }
  | { readonly id: number; readonly error: string }

// Writers do not keep readers waiting; only what recovers a log does, for a moment.
const busyMs = 2000

const connection = new Database(String(workerData), { readonly: true, timeout: busyMs })
const find = createFindInSqlite(connection)

parentPort?.on('message', (job: SearchJob) => parentPort?.postMessage(answer(job)))

function answer({ id, find: wanted }: SearchJob): SearchAnswer {
  try {
    return { id, found: find(wanted) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}
