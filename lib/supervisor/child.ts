/** A supervised process: started, watched until ready, restarted when it exits, stopped on request. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { LogRecord } from './log-line.ts'
import { awaitListening } from './listening-report.ts'
import { answersProbe, ask, type Probe } from './probe.ts'
import { requestStop } from './stop-request.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Program {
  readonly name: string
  /** Node's flags, the entry file and its arguments. */
  readonly nodeArguments: readonly string[]
  readonly environment: Environment
  readonly probe: Probe
  /** Required processes are not restarted after three exits before becoming ready. */
  readonly needed: boolean
  /** Calls `reportListening` once it has its port. Until then another server may answer the probe. */
  readonly reportsListening: boolean
  /** Kills it when it stops answering the probe; null: never. */
  readonly liveness: Liveness | null
}

export interface Liveness {
  /** Between two probes. */
  readonly pauseMs: number
  /** Probes in sequence without any answer. Counted, because a machine that slept has no missed answers. */
  readonly missesMax: number
}

export interface ChildEvents {
  /** @param level default level of lines without one: higher on standard error */
  line(text: string, level: LogRecord['level']): void
  /** It exited unexpectedly; `delayMs` until the next start. */
  crashed(reason: string, delayMs: number): void
  ready(): void
  /** It is running, but answered no probe for a while: it is killed, and then `crashed`. */
  hung(): void
  /** It is running but not ready, with the reason; once per start for each reason. */
  readonly waiting: (reason: string) => void
}

type StopSignal = 'SIGTERM' | 'SIGKILL'

export interface Child {
  readonly name: string
  /**
   * Resolves when first ready; rejects when it is stopped before that or no longer restarted, and, if not
   * required, at its first exit.
   */
  readonly firstReady: Promise<void>
  pid(): number | undefined
  /** Sends a message to the process, if it runs. */
  send(message: object): void
  /**
   * Asks the process to stop or kills its group, prevents a restart, and resolves when it is gone.
   */
  stop(signal: StopSignal): Promise<void>
}

const preload = fileURLToPath(new URL('orphan-watch.ts', import.meta.url))
const probeEveryMs = 50
const stableAfterMs = 30_000
// Its dependencies, such as a database, may still be starting; three connection timeouts of five seconds stay
// within 20 s.
const firstStartDelayMs = 250
const startsMax = 3

export function keepRunning(program: Program, events: ChildEvents): Child {
  const first = Promise.withResolvers<void>()
  first.promise.catch(() => {})
  let current: ChildProcess | null = null
  let gone = Promise.resolve()
  let restart: NodeJS.Timeout | undefined
  const stderr = bufferStartupStderr(text => events.line(text, 'warn'))
  let wasReady = false
  let stopping = false
  let failures = 0

  function start(): void {
    const startedAt = performance.now()
    const started = launch(program, { ...events, line })
    current = started
    gone = exit(started).then(({ code, signal }) => {
      current = null
      ended(code, signal, performance.now() - startedAt)
    })
    void becomesReady(program, started, () => current === started, events.waiting).then(isReady => {
      if (!isReady) return
      wasReady = true
      stderr.release()
      events.ready()
      first.resolve()
      void killWhenHung(started)
    })
  }

  async function killWhenHung(started: ChildProcess): Promise<void> {
    const isAlive = () => current === started && !stopping
    if (program.liveness === null || !(await hangs(program.probe, program.liveness, isAlive))) return
    events.hung()
    send(started, 'SIGKILL')
  }

  function ended(code: number | null, signal: NodeJS.Signals | null, livedMs: number): void {
    const reason = signal ?? (code === null ? 'no start' : `code ${code}`)
    stderr.ended()
    failures = wasReady && livedMs > stableAfterMs ? 1 : failures + 1
    const isGivenUp = program.needed && !wasReady && failures === startsMax
    if (stopping || isGivenUp || !program.needed) first.reject(new Error(toFailure(reason)))
    if (stopping || isGivenUp) return
    const delayMs = restartDelayMs(failures, wasReady ? undefined : firstStartDelayMs)
    events.crashed(reason, delayMs)
    restart = setTimeout(start, delayMs)
  }

  function toFailure(reason: string): string {
    const times = failures > 1 ? `, ${failures} times` : ''
    const said = stderr.take()
    const why = said.length > 0 ? `:\n${said.join('\n')}` : '. See its output above.'
    return `${program.name} ended with ${reason}${times}, before it was ready${why}`
  }

  function line(text: string, level: LogRecord['level']): void {
    if (program.needed && !wasReady && level === 'warn') stderr.add(text)
    else events.line(text, level)
  }

  start()
  return {
    name: program.name,
    firstReady: first.promise,
    pid: () => current?.pid,
    send(message) {
      if (current?.connected) current.send(message, () => {})
    },
    stop(signal) {
      stopping = true
      clearTimeout(restart)
      if (current) send(current, signal)
      return gone
    },
  }
}

function launch(program: Program, events: ChildEvents): ChildProcess {
  const started = spawn(process.execPath, ['--import', preload, ...program.nodeArguments], {
    env: { NODE_ENV: 'production', ...program.environment },
    // Its own process group: Ctrl-C in the terminal must reach only the supervisor, which stops the processes in
    // order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  if (started.stdout) createInterface({ input: started.stdout }).on('line', text => events.line(text, 'info'))
  if (started.stderr) createInterface({ input: started.stderr }).on('line', text => events.line(text, 'warn'))
  started.on('error', error => events.line(error.message, 'error'))
  return started
}

// Not 'close': a surviving grandchild would keep the pipes open.
function exit(started: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise(resolve => {
    started.once('exit', (code, signal) => resolve({ code, signal }))
    started.once('error', () => started.pid === undefined && resolve({ code: null, signal: null }))
  })
}

function send(started: ChildProcess, signal: StopSignal): void {
  const { pid } = started
  if (pid === undefined) return
  if (signal === 'SIGTERM') requestStop(started)
  else process.kill(-pid, signal)
}

async function becomesReady(
  { probe, reportsListening }: Program,
  started: ChildProcess,
  alive: () => boolean,
  waiting: ChildEvents['waiting'],
): Promise<boolean> {
  if (reportsListening) await awaitListening(started)
  const said = new Set<string>()
  while (alive()) {
    const answer = await ask(probe)
    if (answer === 'ready') return alive()
    for (const reason of answer.reasons) {
      if (!said.has(reason)) waiting(reason)
      said.add(reason)
    }
    await new Promise(resolve => {
      setTimeout(resolve, probeEveryMs)
    })
  }
  return false
}

/** Resolves when a process stops answering, or with false when it is gone. */
async function hangs(probe: Probe, { pauseMs, missesMax }: Liveness, alive: () => boolean): Promise<boolean> {
  let misses = 0
  while (alive()) {
    misses = (await answersProbe(probe)) ? 0 : misses + 1
    if (misses >= missesMax) return alive()
    await new Promise(resolve => {
      setTimeout(resolve, pauseMs)
    })
  }
  return false
}

const shortestMs = 100
const longestMs = 10_000

/**
 * Delay before start number `failures + 1`: doubles while it keeps crashing.
 * @param firstMs after one crash
 */
export function restartDelayMs(failures: number, firstMs = shortestMs): number {
  return Math.min(firstMs * 2 ** Math.max(0, failures - 1), longestMs)
}

/** Buffered startup stderr of a process that is not ready yet. */
interface StartupStderrBuffer {
  readonly add: (text: string) => void
  /** Prints the buffer: the process keeps running. */
  readonly release: () => void
  /** The process exited: the buffer is the reason, and stays for `take`. */
  readonly ended: () => void
  /** Buffered output that was never printed. */
  readonly take: () => readonly string[]
}

// Longer than a process takes from its last output to its exit.
const patienceMs = 2000

/**
 * Prints each line at most once, and the reason for an exit not at all: the caller prints it last, where it is
 * visible, and not between other lines.
 */
export function bufferStartupStderr(print: (text: string) => void): StartupStderrBuffer {
  const printed = new Set<string>()
  let held: string[] = []
  let timer: NodeJS.Timeout | undefined

  function ended(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function take(): readonly string[] {
    ended()
    const words = held
    held = []
    return words
  }

  function release(): void {
    for (const text of take()) {
      printed.add(text)
      print(text)
    }
  }

  return {
    add(text) {
      if (printed.has(text) || held.includes(text)) return
      held.push(text)
      timer ??= setTimeout(release, patienceMs)
    },
    release,
    ended,
    take,
  }
}
