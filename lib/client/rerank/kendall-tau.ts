/**
 * Kendall's τ-b of two scorings of the same things: 1 for the same order, −1 for the opposite one. Ties are accounted
 * for on either side.
 * @param a, b scores by thing, of equal length; only their order counts
 * @returns null where it says nothing: fewer than two things, or all of one side tied
 */
export function kendallTau(a: readonly number[], b: readonly number[]): number | null {
  let agreement = 0
  let untiedA = 0
  let untiedB = 0
  for (let i = 0; i < a.length; i += 1) {
    for (let j = i + 1; j < a.length; j += 1) {
      const signA = Math.sign((a[i] ?? 0) - (a[j] ?? 0))
      const signB = Math.sign((b[i] ?? 0) - (b[j] ?? 0))
      agreement += signA * signB
      untiedA += signA * signA
      untiedB += signB * signB
    }
  }
  return untiedA === 0 || untiedB === 0 ? null : agreement / Math.sqrt(untiedA * untiedB)
}
