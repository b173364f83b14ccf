/** Preloaded into every child: a supervisor that was killed outright cannot tell its processes to stop. */
const killAfterMs = 30_000

process.channel?.unref()
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), killAfterMs).unref()
})
