import { chmodSync, closeSync, copyFileSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

// In one step: between two of them another process may write, and then the copy begins anew, for ever on a busy team.
const allPages = 2 ** 31 - 1

export interface Backup {
  /** Names of the files that were written. */
  readonly files: readonly string[]
  readonly sizeBytes: number
}

/**
 * Copies the SQLite database of a data folder as it is at one moment, whoever writes meanwhile, and the secrets that
 * its rows are sealed with. A new data folder with these files is the same team again.
 * @param folder made if it is not there; its files are readable by their owner alone
 * @throws Error where the folder holds a backup already, or there is nothing to copy
 */
export async function backUp(dataDir: string, folder: string): Promise<Backup> {
  const source = join(dataDir, 'sextant.db')
  if (!existsSync(source)) throw new Error(`There is no database in ${dataDir}.`)
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

/** Makes the file, for its owner alone, before anything is in it. */
function claim(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (cause) {
    throw new Error(`${file} is there already, or cannot be written: name an empty folder.`, { cause })
  }
}

/** Absent where both secrets are given by the environment: then they are kept where those settings are. */
function copySecrets(dataDir: string, folder: string): readonly string[] {
  const source = join(dataDir, 'secrets.json')
  if (!existsSync(source)) return []
  const target = join(folder, 'secrets.json')
  copyFileSync(source, target)
  chmodSync(target, 0o600)
  return ['secrets.json']
}
