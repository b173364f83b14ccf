import { toWordDiff } from './word-diff.ts'

// The only code in the worker: it answers one comparison and ends.
self.addEventListener('message', ({ data }: MessageEvent<{ before: string; after: string }>) => {
  self.postMessage(toWordDiff(data.before, data.after))
})
