import { askWorker } from '#lib/client/ask-worker.ts'
import { toWordDiff, type DiffPart } from './word-diff.ts'

// The cost of a comparison grows with the product of the differences: below this it takes a frame or two.
const atOnceLengthMax = 50_000

/**
 * Compares two texts word by word, long ones in a worker so that the page stays responsive.
 * @param signal stops the worker when the result is no longer needed
 * @throws the abort reason of `signal`, or an Error when the worker failed
 */
export function compareWords(
  before: string,
  after: string,
  signal: AbortSignal,
): Promise<readonly DiffPart[]> {
  if (before.length + after.length <= atOnceLengthMax) return Promise.resolve(toWordDiff(before, after))
  const worker = new Worker(new URL('./word-diff-worker.ts', import.meta.url), { type: 'module' })
  return askWorker(worker, { before, after }, (parts: readonly DiffPart[]) => parts, signal)
}
