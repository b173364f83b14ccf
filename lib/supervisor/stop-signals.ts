// Ctrl-C in a terminal reaches the whole group and npm forwards it again: one key press sends up to three
// signals.
const samePressMs = 500

export interface StopRequests {
  /** The first request to stop: drain. */
  drain(reason: string): void
  /** A signal that does not stop the server. */
  ignored(signal: NodeJS.Signals): void
  /** The second: stop now. */
  kill(): void
}

/** Turns signals, the exit of the parent process and a closed output into stop requests. */
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
  process.on('SIGHUP', signal => requests.ignored(signal))
  process.once('disconnect', () => stop('parent process exited'))
  // A closed terminal or pipe: each line of the log fails again.
  process.stdout.on('error', () => {
    if (firstAt === null) stop('output closed')
  })
}
