/** One supervisor per data folder: the file that says which, and where its processes listen. */
import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import { takePidLock } from './pid-lock.ts'
import type { Holder, PidLock } from './pid-lock.ts'

/** What the command line needs to reach a running product. */
export interface LockContent extends Holder {
  readonly host: string
  readonly port: number
  readonly internalToken: string
  readonly consolePort: number
  readonly modelsPort: number
}

/** @throws Error that names the pid of the supervisor that holds the folder, or says why it cannot be used */
export function takeDataFolder(dataDir: string, content: LockContent): PidLock {
  makeWritable(dataDir)
  const lock = takePidLock(path.join(dataDir, 'sextant.lock'), content)
  if ('release' in lock) return lock
  throw new Error(
    `Sextant already runs on ${dataDir}: process ${lock.pid}.\n` +
      'Stop that one first, or give this start a folder of its own with SEXTANT_DATA_DIR.',
  )
}

function makeWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    const advice = 'Name a folder that this user may write with SEXTANT_DATA_DIR.'
    throw new Error(`The data folder ${dataDir} cannot be written. ${advice}`, { cause: error })
  }
}
