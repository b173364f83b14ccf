/** Preloaded into every child: only the supervisor stops it, and a killed supervisor cannot. */
import { Worker } from 'node:worker_threads'
import { obeySupervisor } from './stop-request.ts'

const killAfterMs = Number(process.env['SEXTANT_DRAIN_DEADLINE_MS'] ?? 30_000)
// Node's file watcher restarts its process by SIGTERM.
const isWatched = process.env['WATCH_REPORT_DEPENDENCIES'] !== undefined

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
  if (isWatched) process.kill(process.pid, 'SIGTERM')
})
if (!isWatched) obeySupervisor()
