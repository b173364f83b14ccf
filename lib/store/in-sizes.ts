// Few sizes, so that few statements have to be built and kept.
export const statementSizes = [32, 8, 2, 1] as const

/** Cuts a list into parts of these sizes, the largest that fit first. */
export function inSizes<T>(items: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let start = 0; start < items.length;) {
    const size = statementSizes.find(each => each <= items.length - start) ?? 1
    parts.push(items.slice(start, start + size))
    start += size
  }
  return parts
}
