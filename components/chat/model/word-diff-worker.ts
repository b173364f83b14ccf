import { toWordDiff } from './word-diff.ts'

// The only part that runs in the thread: answers one comparison and is ended.
self.addEventListener('message', ({ data }: MessageEvent<{ before: string; after: string }>) => {
  self.postMessage(toWordDiff(data.before, data.after))
})
