/** Preloaded into every child: a supervisor that was killed outright cannot tell its processes to stop. */
import { Worker } from 'node:worker_threads'

const killAfterMs = 30_000

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
