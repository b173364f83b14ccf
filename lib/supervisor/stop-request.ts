/**
 * How a process is stopped: by its supervisor's message, in an order that drains open responses. systemd sends
 * SIGTERM to every process of a service at once, so a supervised process ignores signals.
 */
import type { ChildProcess } from 'node:child_process'

const request = 'sextant:stop'

/** Called by the supervisor. */
export function requestStop(child: ChildProcess): void {
  if (child.connected) child.send(request, () => {})
  // Node's file watcher stops its process when it gets the signal.
  child.kill('SIGTERM')
}

let isSupervised = false
let stopNow = (): void => process.exit(0)

/** From now on only the supervisor, or its end, stops this process. Called before its entry file runs. */
export function obeySupervisor(): void {
  isSupervised = true
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('message', message => {
    if (message === request) stopNow()
  })
  process.once('disconnect', () => stopNow())
}

/** Calls `stop` once, at the first request to stop. Without a supervisor, SIGTERM and SIGINT are requests. */
export function onStopRequest(stop: () => void): void {
  let stopping = false
  const stopOnce = (): void => {
    if (stopping) return
    stopping = true
    stop()
  }
  if (isSupervised) stopNow = stopOnce
  else for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnce)
}
