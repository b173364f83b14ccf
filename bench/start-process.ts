import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment } from '#lib/config.ts'

/** A measured program. */
export interface Measurable extends AsyncDisposable {
  readonly pid: number
  /** CPU seconds of it and its children so far. */
  cpuSeconds(): number
  /** Resident megabytes, children included. */
  rssMegabytes(): number
}

export async function startProcess(
  command: string,
  args: readonly string[],
  options: {
    readonly env?: Readonly<Record<string, string>>
    readonly cwd?: string
    readonly ready: () => Promise<boolean>
    /** Startup timeout; longer for a server that may have to build first. */
    readonly patienceMs?: number
  },
): Promise<Measurable> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...environment, ...options.env },
    cwd: options.cwd,
  })
  let errors = ''
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
  try {
    await untilReady(child, options, () => errors)
  } catch (error) {
    child.kill('SIGTERM')
    throw error
  }
  const pid = child.pid ?? 0
  return {
    pid,
    cpuSeconds: () => familyOf(pid).reduce((sum, member) => sum + cpuOf(member), 0),
    rssMegabytes: () => familyOf(pid).reduce((sum, member) => sum + rssOf(member), 0),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      const gone = child.exitCode !== null || once(child, 'exit')
      await Promise.race([gone, sleep(5000, undefined, { ref: false })])
      child.kill('SIGKILL')
    },
  }
}

async function untilReady(
  child: ChildProcess,
  { ready, patienceMs = 20_000 }: { readonly ready: () => Promise<boolean>; readonly patienceMs?: number },
  errors: () => string,
): Promise<void> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended at once: ${errors()}`)
    if (await ready().catch(() => false)) return
  }
  throw new Error(`${child.spawnargs.join(' ')} is not ready after ${patienceMs / 1000} s: ${errors()}`)
}

function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(other => parentOf(other) === pid)
  return [pid, ...children.flatMap(familyOf)]
}

function statOf(pid: number): string[] {
  const text = readOf(`/proc/${pid}/stat`)
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

const parentOf = (pid: number): number => Number(statOf(pid)[1] ?? -1)

// The scheduler's own nanoseconds: the ticks of /proc/<pid>/stat miss most of a process that works in short bursts.
function cpuOf(pid: number): number {
  let nanoseconds = 0
  for (const thread of entriesOf(`/proc/${pid}/task`)) {
    nanoseconds += Number(readOf(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0] ?? 0)
  }
  return nanoseconds / 1e9
}

function rssOf(pid: number): number {
  return (Number(statOf(pid)[21] ?? 0) * 4096) / 1024 / 1024
}

// A process or thread may end between listing and reading its file; it no longer counts.
function readOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isGone(error)) return ''
    throw error
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')
}
