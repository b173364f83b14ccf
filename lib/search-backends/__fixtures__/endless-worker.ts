import { parentPort } from 'node:worker_threads'

// A calculation without an end, and one that takes its thread with it.
parentPort?.postMessage({ kind: 'ready' })
parentPort?.on('message', (expression: string) => {
  if (expression === 'exit') process.exit()
  while (expression !== '') expression += ''
})
