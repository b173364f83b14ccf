import path from 'node:path'
import Database from 'better-sqlite3'
import { expect } from '@playwright/test'

/** Ids of the committed request rows in a data folder, read by a separate process. */
export function writtenRows(dataDir: string): readonly string[] {
  const database = new Database(path.join(dataDir, 'sextant.db'), { readonly: true })
  try {
    return database.prepare<[], string>('select id from requests').pluck().all()
  } finally {
    database.close()
  }
}

/** Waits until the rows of these requests are committed, shortly after their responses; usage is then too. */
export async function untilWritten(dataDir: string, ...ids: readonly (string | null)[]): Promise<void> {
  await expect
    .poll(
      () => {
        const written = new Set(writtenRows(dataDir))
        return ids.filter(id => id === null || !written.has(id))
      },
      { intervals: [50] },
    )
    .toEqual([])
}
