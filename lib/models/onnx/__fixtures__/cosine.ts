/** Cosine similarity of normalized vectors. */
export function cosine(a: readonly number[] | undefined, b: readonly number[] | undefined): number {
  if (a === undefined || b === undefined || a.length !== b.length) throw new Error('two vectors of one model')
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}
