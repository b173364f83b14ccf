/**
 * The share of the first k that is relevant. What was not returned counts as missed.
 * @param relevant by rank, best first
 * @param count how many documents there are; k is at most that
 */
export function precisionAt(relevant: readonly boolean[], count: number, k: number): number | null {
  const depth = Math.min(k, count)
  return depth < 1 ? null : relevant.slice(0, depth).filter(Boolean).length / depth
}
