/**
 * The share of the first k that two rankings have in common, in any order.
 * @param a, b documents, best first; k is at most what both of them rank
 * @returns 0 to 1; null where one of them ranks nothing
 */
export function overlapAt(a: readonly number[], b: readonly number[], k: number): number | null {
  const depth = Math.min(k, a.length, b.length)
  if (depth < 1) return null
  const first = new Set(a.slice(0, depth))
  return b.slice(0, depth).filter(document => first.has(document)).length / depth
}
