import type { Log } from './log.ts'

const everyMs = 60_000

/** Logs failures of the database in one line without a stack, and at most once a minute: each request may fail. */
export function createOutageLog(
  log: Pick<Log, 'warn'>,
  text: string,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  let loggedAt = -Infinity
  let more = 0
  return error => {
    more++
    if (now() - loggedAt < everyMs) return
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ reason, failures: more }, `${text}: ${reason}`)
    loggedAt = now()
    more = 0
  }
}
