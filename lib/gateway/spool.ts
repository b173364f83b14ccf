import { appendFile, readFile, rename, rm } from 'node:fs/promises'
import type { RequestRow } from '#lib/store/request-row.ts'

/** A file for request rows that the store could not take. */
export interface Spool {
  append(rows: readonly RequestRow[]): Promise<void>
  /** Reads and empties it. A line that a crash cut off is left out. */
  take(): Promise<RequestRow[]>
}

export function createSpool(file: string): Spool {
  const taken = `${file}.taken`
  return {
    async append(rows) {
      if (rows.length === 0) return
      await appendFile(file, rows.map(row => `${JSON.stringify(row)}\n`).join(''), { mode: 0o600 })
    },
    async take() {
      await ifThere(rename(file, taken))
      const text = (await ifThere(readFile(taken, 'utf8'))) ?? ''
      const rows = text.split('\n').flatMap(readRow)
      await rm(taken, { force: true })
      return rows
    },
  }
}

function readRow(line: string): RequestRow[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as RequestRow]
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
