import { type Analysis, createAnalysis } from './create-analysis.ts'

/** Starts the worker for the viewer's computations. */
export function startAnalysis(): Analysis {
  const worker = new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' })
  return createAnalysis({
    post: request => worker.postMessage(request),
    listen(onReply, onDeath) {
      worker.addEventListener('message', ({ data }) => onReply(data))
      worker.addEventListener('error', event => {
        onDeath(`The analysis worker stopped: ${event.message || 'it could not be loaded'}.`)
      })
    },
    end: () => worker.terminate(),
  })
}
