/** A lock file held by a living process; the lock of a dead one is taken over. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

export interface Holder {
  readonly pid: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
}

export interface PidLock extends Disposable {
  /** Releases the lock; does nothing if it is no longer ours. */
  readonly release: () => void
}

/** @returns the lock, or the living holder; the file is private to its owner */
export function takePidLock<Content extends Holder>(lockPath: string, content: Content): PidLock | Holder {
  const draft = `${lockPath}.${content.pid}`
  try {
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
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

// A link appears with its full content and never replaces a file; open and rename do not guarantee both.
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
  // Another process may have taken over the same dead lock between reading and renaming: restore it.
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

/**
 * True if the process that wrote `startedAt` is still alive.
 * @param startedAt milliseconds since 1970; a process that started later only reuses the pid
 */
function isLive(pid: number, startedAt: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  const beganAt = processStart(pid)
  return beganAt === null || beganAt <= startedAt + clockSlackMs
}

// Containers reuse the same small pid at every start.
function processStart(pid: number): number | null {
  if (process.platform !== 'linux') return null
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)
    const ticks = Number(afterName?.split(' ')[startTimeField])
    const bootSeconds = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1])
    const began = bootSeconds * 1000 + (ticks / ticksPerSecond) * 1000
    return Number.isFinite(began) ? began : null
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

// proc(5): field 22, counted here from the third; the kernel reports it in units of 1/100 s on every platform of
// Node.
const startTimeField = 19
const ticksPerSecond = 100
const clockSlackMs = 5000
