/** Runs in a child, and in each of its worker threads, before any other module. */
import { isMainThread, Worker } from 'node:worker_threads'
import { lockDown } from './lock-down.ts'

// In a PID namespace there is no parent to see: the kernel kills the child with the pool.
if (isMainThread && process.ppid !== 0) watchParent()
lockDown(import.meta.url)

/** A blocked main thread cannot see the disconnect, so a watcher thread polls. */
function watchParent(): void {
  new Worker(
    `const parent = process.ppid
     setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 1000)`,
    { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 } },
  ).unref()
}
