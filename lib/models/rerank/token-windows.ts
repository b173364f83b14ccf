/** Overlap of adjacent windows, so that no sentence is split in both. */
const overlap = 64

/**
 * Splits a long text into windows that a model can read.
 * @param size tokens per window, more than the overlap
 */
export function toWindows(ids: readonly number[], size: number): number[][] {
  if (ids.length <= size) return [[...ids]]
  const windows: number[][] = []
  for (let start = 0; start < ids.length; start += size - overlap) {
    windows.push(ids.slice(start, start + size))
    if (start + size >= ids.length) break
  }
  return windows
}
