import { parentPort } from 'node:worker_threads'

// An endless calculation, and one that crashes its thread.
parentPort?.postMessage({ kind: 'ready' })
parentPort?.on('message', (expression: string) => {
  if (expression === 'exit') process.exit()
  while (expression !== '') expression += ''
})
