/** Preloaded into every child: a killed supervisor cannot stop its processes. */
import { Worker } from 'node:worker_threads'

const killAfterMs = 30_000

// A grandchild keeps its own channel open and belongs to the child, not to the supervisor.
const preloadAt = process.execArgv.findIndex(
  (word, index) => word === '--import' && process.execArgv[index + 1] === import.meta.filename,
)
if (preloadAt >= 0) process.execArgv.splice(preloadAt, 2)

process.channel?.unref()
process.once('disconnect', () => {
  // On a separate thread: output is no longer read, and a library may block on it forever.
  const backstop = new Worker(`setTimeout(() => process.kill(${process.pid}, 'SIGKILL'), ${killAfterMs})`, {
    eval: true,
    execArgv: [],
  })
  backstop.unref()
  process.kill(process.pid, 'SIGTERM')
})
