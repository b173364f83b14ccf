/** Shuts down gracefully on the first SIGTERM or SIGINT. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Ctrl-C reaches the whole group: the supervisor decides when waiting is over.
      if (stopping) return
      stopping = true
      void stop().then(() => process.exit(0))
    })
  }
}
