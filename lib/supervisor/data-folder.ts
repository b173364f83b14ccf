/** One supervisor per data folder: the lock file that names it, and its ports. */
import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import { takePidLock } from './pid-lock.ts'
import type { Holder, PidLock } from './pid-lock.ts'

/** Connection details of a running server, for the command line. */
export interface LockContent extends Holder {
  readonly host: string
  readonly port: number
  readonly internalToken: string
  readonly consolePort: number
  readonly modelsPort: number
}

/** @throws Error that names the pid of the supervisor that holds the folder, or says why it is unusable */
export function takeDataFolder(dataDir: string, content: LockContent): PidLock {
  makeWritable(dataDir)
  const lock = takePidLock(path.join(dataDir, 'sextant.lock'), content)
  if ('release' in lock) return lock
  throw new Error(
    `Sextant is already running on ${dataDir}: process ${lock.pid}.\n` +
      'Stop it first, or set SEXTANT_DATA_DIR to a different folder.',
  )
}

function makeWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    const advice = 'Set SEXTANT_DATA_DIR to a folder that this user can write.'
    throw new Error(`Cannot write to the data folder ${dataDir}. ${advice}`, { cause: error })
  }
}
