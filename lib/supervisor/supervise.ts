/** Starts the processes, reports when all are ready, and stops them in an order that drains open responses. */
import { setTimeout as sleep } from 'node:timers/promises'
import { keepRunning } from './child.ts'
import type { Child, Program } from './child.ts'
import { toProcessReport } from './process-report.ts'
import type { Terminal } from './terminal.ts'

export interface Supervised {
  /** Resolves when pages and API are ready; rejects if a required process exits before. */
  readonly ready: Promise<void>
  /** Drains the gateway, then stops the rest; kills remaining processes after the deadline. */
  drain(): Promise<void>
  kill(): Promise<void>
}

export interface SuperviseOptions {
  readonly gateway: Program
  /** Null: API only. */
  readonly console: Program | null
  readonly models: Program
  /** Prerequisite of the console process: its build. */
  readonly beforeConsole: () => Promise<void>
  readonly terminal: Terminal
  /** Time for the whole stop. */
  readonly drainDeadlineMs: number
}

// A models process that cannot start must not block the API: configured providers work without it.
const modelsPatienceMs = 3000

export function supervise(options: SuperviseOptions): Supervised {
  const children: Child[] = []
  const restarts = new Map<string, number>()
  const start = (program: Program) => {
    const { name } = program
    const events = toEvents(name, options.terminal)
    const child = keepRunning(program, {
      ...events,
      crashed(reason, delayMs) {
        restarts.set(name, (restarts.get(name) ?? 0) + 1)
        events.crashed(reason, delayMs)
        report()
      },
      ready() {
        events.ready()
        report()
      },
    })
    children.push(child)
    return child
  }
  const report = () => {
    const processes = children.map(child => ({
      name: child.name,
      pid: child.pid() ?? null,
      restarts: restarts.get(child.name) ?? 0,
    }))
    gateway.send(toProcessReport(processes))
  }
  let stopping = false

  const models = start(options.models)
  const gateway = start(options.gateway)

  async function startConsole(program: Program): Promise<void> {
    await options.beforeConsole()
    if (!stopping) await start(program).firstReady
  }

  async function becomeReady(): Promise<void> {
    await Promise.all([gateway.firstReady, options.console && startConsole(options.console)])
    await Promise.race([
      models.firstReady.catch(() => {}),
      sleep(modelsPatienceMs, undefined, { ref: false }),
    ])
  }

  async function stopInOrder(): Promise<void> {
    await gateway.stop('SIGTERM')
    await Promise.all(children.map(child => child.stop('SIGTERM')))
  }

  async function kill(): Promise<void> {
    stopping = true
    await Promise.all(children.map(child => child.stop('SIGKILL')))
  }

  async function drain(): Promise<void> {
    stopping = true
    const late = setTimeout(() => void kill(), options.drainDeadlineMs)
    await stopInOrder()
    clearTimeout(late)
  }

  const ready = becomeReady()
  ready.catch(() => {})
  return { ready, drain, kill }
}

function toEvents(name: string, terminal: Terminal): Parameters<typeof keepRunning>[1] {
  let crashes = 0
  return {
    line: (text, level) => terminal.childLine(name, text, level),
    crashed(reason, delayMs) {
      crashes += 1
      terminal.log('warn', `${name} ended (${reason}); restarting in ${delayMs / 1000} s`)
    },
    hung: () => terminal.log('error', `${name} does not respond; killing it`),
    waiting: reason => terminal.log('warn', `${name} is not ready: ${reason}`),
    ready() {
      if (crashes > 0) terminal.log('info', `${name} is ready again`)
    },
  }
}
