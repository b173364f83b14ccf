import path from 'node:path'
import Database from 'better-sqlite3'

/** Makes the first key of a provider one that ENCRYPTION_KEY cannot decrypt. The server reads it with the next change. */
export function spoilKey(dataDir: string, provider: string): void {
  const database = new Database(path.join(dataDir, 'sextant.db'), { timeout: 5000 })
  try {
    database
      .prepare(
        "UPDATE providers SET sealed_key = substr(sealed_key, 1, length(sealed_key) - 8) || 'AAAAAAAA' WHERE name = ?",
      )
      .run(provider)
  } finally {
    database.close()
  }
}
