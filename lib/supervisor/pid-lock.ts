/** A lock file that a living process holds; the lock of a dead one is taken over. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isLive } from './live-process.ts'

export interface Holder {
  readonly pid: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
}

export interface PidLock extends Disposable {
  /** Gives the lock back; harmless when it is no longer ours. */
  readonly release: () => void
}

/** @returns the lock, or the living holder; the file is readable by its owner only */
export function takePidLock<Content extends Holder>(lockPath: string, content: Content): PidLock | Holder {
  const draft = `${lockPath}.${content.pid}`
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  try {
    while (!linked(draft, lockPath)) {
      const holder = readHolder(lockPath)
      if (holder && holder.pid !== content.pid && isLive(holder.pid, holder.startedAt)) return holder
      clearDeadLock(lockPath, holder, content.pid)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const release = () => {
    if (readHolder(lockPath)?.pid === content.pid) rmSync(lockPath, { force: true })
  }
  return { release, [Symbol.dispose]: release }
}

// A link appears with its whole content and never replaces a file, which open and rename do not both promise.
function linked(draft: string, lockPath: string): boolean {
  try {
    linkSync(draft, lockPath)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

function clearDeadLock(lockPath: string, dead: Holder | null, ownPid: number): void {
  const aside = `${lockPath}.dead-${ownPid}`
  try {
    renameSync(lockPath, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  // Between reading and renaming another process may have taken over the same dead lock: give it back.
  const moved = readHolder(aside)
  if (moved && moved.pid !== dead?.pid) linked(aside, lockPath)
  rmSync(aside, { force: true })
}

function readHolder(lockPath: string): Holder | null {
  try {
    const content: unknown = JSON.parse(readFileSync(lockPath, 'utf8'))
    return isHolder(content) ? content : null
  } catch (error) {
    if (error instanceof SyntaxError || isCode(error, 'ENOENT')) return null
    throw error
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null || !('pid' in value) || !('startedAt' in value))
    return false
  return Number.isSafeInteger(value.pid) && typeof value.startedAt === 'number'
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
