/** Preloaded into every child: a supervisor that was killed outright cannot tell its processes to stop. */
import { Worker } from 'node:worker_threads'

const killAfterMs = 30_000

// Whatever a child forks keeps its own channel open and answers to that child, not to the supervisor.
const preloadAt = process.execArgv.findIndex(
  (word, index) => word === '--import' && process.execArgv[index + 1] === import.meta.filename,
)
if (preloadAt >= 0) process.execArgv.splice(preloadAt, 2)

process.channel?.unref()
process.once('disconnect', () => {
  // On a thread of its own: nobody reads our output any more, and a library may wait for that for ever.
  const backstop = new Worker(`setTimeout(() => process.kill(${process.pid}, 'SIGKILL'), ${killAfterMs})`, {
    eval: true,
    execArgv: [],
  })
  backstop.unref()
  process.kill(process.pid, 'SIGTERM')
})
