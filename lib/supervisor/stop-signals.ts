// Ctrl-C in a terminal reaches the whole group and npm forwards it again: one key press sends up to three
// signals.
const samePressMs = 500

export interface StopRequests {
  /** The first request to stop: drain. */
  drain(reason: string): void
  /** The second: stop now. */
  kill(): void
}

/** Turns signals and the exit of the parent process into stop requests. */
export function listenForStop(requests: StopRequests): void {
  let firstAt: number | null = null

  function stop(reason: string): void {
    const now = performance.now()
    if (firstAt === null) {
      firstAt = now
      requests.drain(reason)
    } else if (now - firstAt > samePressMs) requests.kill()
  }

  process.on('SIGINT', () => stop('Ctrl-C'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGHUP', () => stop('SIGHUP'))
  process.once('disconnect', () => stop('parent process exited'))
}
