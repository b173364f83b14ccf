import type { Run } from '#lib/client/run.ts'

/** A run as it is left: the answer to its abort arrives when it is no longer listened to. */
export function toStopped(run: Run): Run {
  return run.state === 'running' ? { ...run, state: 'stopped' } : run
}
