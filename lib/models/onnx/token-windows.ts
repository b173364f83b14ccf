/** What two neighbouring windows share, so that no sentence is cut in both. */
const overlap = 64

/**
 * Parts of a long text that a model can read one at a time.
 * @param size tokens of a window, more than the overlap
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
