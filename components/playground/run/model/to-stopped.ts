import type { Run } from '#lib/client/run.ts'

/** A run as stopped: the result of its abort arrives after the listener is removed. */
export function toStopped(run: Run): Run {
  return run.state === 'running' ? { ...run, state: 'stopped' } : run
}
