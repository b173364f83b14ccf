import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { localUrl } from '#lib/loopback-host.ts'
import { readJsonRecord } from '#lib/read-json.ts'

/** Where the running server listens, as its supervisor wrote it to the data folder. */
export interface RunningServer {
  readonly pid: number
  readonly host: string
  readonly port: number
  readonly internalToken: string
}

/** The server that runs on this data folder; null if none. The lock of a dead process does not count. */
export function findRunningServer(dataDir: string): RunningServer | null {
  const path = join(dataDir, 'sextant.lock')
  if (!existsSync(path)) return null
  const lock = readLock(path)
  return lock !== null && isAlive(lock.pid) ? lock : null
}

export function internalUrl({ host, port }: RunningServer, path: string): string {
  return `${localUrl(host, port)}/internal/${path}`
}

function readLock(path: string): RunningServer | null {
  const { pid, host, port, internalToken } = readJsonRecord(readFileSync(path, 'utf8')) ?? {}
  if (typeof pid !== 'number' || typeof port !== 'number') return null
  if (typeof host !== 'string' || typeof internalToken !== 'string') return null
  return { pid, host, port, internalToken }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
