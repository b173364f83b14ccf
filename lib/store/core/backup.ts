import { chmodSync, closeSync, copyFileSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

// A single step: between two steps another process may write, and the copy would restart, forever on a busy team.
const allPages = 2 ** 31 - 1

export interface Backup {
  /** Names of the written files. */
  readonly files: readonly string[]
  readonly sizeBytes: number
}

/**
 * Copies a consistent snapshot of a data folder's SQLite database during writes, and the secrets that encrypt its
 * rows. A new data folder with these files restores the team.
 * @param folder created if missing; its files are private to their owner
 * @throws Error if the folder already contains a backup, or there is nothing to copy
 */
export async function backUp(dataDir: string, folder: string): Promise<Backup> {
  const source = join(dataDir, 'sextant.db')
  if (!existsSync(source)) throw new Error(`No database in ${dataDir}.`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const target = join(folder, 'sextant.db')
  claim(target)

  const database = new Database(source, { fileMustExist: true })
  try {
    await database.backup(target, { progress: () => allPages })
  } finally {
    database.close()
  }
  const secrets = copySecrets(dataDir, folder)
  return { files: ['sextant.db', ...secrets], sizeBytes: statSync(target).size }
}

/** Creates the file, private to its owner, before writing to it. */
function claim(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (cause) {
    throw new Error(`${file} already exists or cannot be written. Choose an empty folder.`, { cause })
  }
}

/** Absent if both secrets come from the environment: they are stored with those settings. */
function copySecrets(dataDir: string, folder: string): readonly string[] {
  const source = join(dataDir, 'secrets.json')
  if (!existsSync(source)) return []
  const target = join(folder, 'secrets.json')
  copyFileSync(source, target)
  chmodSync(target, 0o600)
  return ['secrets.json']
}
