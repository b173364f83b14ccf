// A terminal's Ctrl-C reaches the whole group and npm passes it on once more: one key press, up to three signals.
const samePressMs = 500

export interface StopRequests {
  /** The first wish to stop: finish what is open. */
  drain(reason: string): void
  /** The second: now. */
  kill(): void
}

/** Turns signals and the end of the parent process into wishes to stop. */
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
  process.once('disconnect', () => stop('the parent process is gone'))
}
