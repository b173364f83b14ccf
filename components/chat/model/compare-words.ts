import { toWordDiff, type DiffPart } from './word-diff.ts'

// Comparing takes time with the product of what differs: below this it is over within a frame or two.
const atOnceLengthMax = 50_000

/**
 * Compares two texts word by word, long ones in a thread of their own, so that the page stays usable.
 * @param signal ends the thread when nobody waits any more
 * @throws what `signal` was aborted with, or an Error when the thread could not do it
 */
export function compareWords(
  before: string,
  after: string,
  signal: AbortSignal,
): Promise<readonly DiffPart[]> {
  if (before.length + after.length <= atOnceLengthMax) return Promise.resolve(toWordDiff(before, after))
  const worker = new Worker(new URL('./word-diff-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<readonly DiffPart[]>()
  worker.addEventListener('message', ({ data }: MessageEvent<readonly DiffPart[]>) => resolve(data))
  worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  signal.addEventListener('abort', () => reject(signal.reason))
  worker.postMessage({ before, after })
  return promise.finally(() => worker.terminate())
}
