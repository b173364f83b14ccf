import path from 'node:path'
import Database from 'better-sqlite3'

/** Ids of the committed request rows in a data folder, read by a separate process. */
export function writtenRows(dataDir: string): readonly string[] {
  const database = new Database(path.join(dataDir, 'sextant.db'), { readonly: true })
  try {
    return database.prepare<[], string>('select id from requests').pluck().all()
  } finally {
    database.close()
  }
}
