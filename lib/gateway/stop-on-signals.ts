/** Shuts down gracefully on the first SIGTERM or SIGINT. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Ctrl-C reaches the whole process group; only the supervisor decides when to stop waiting.
      if (stopping) return
      stopping = true
      void stop().then(() => process.exit(0))
    })
  }
}
