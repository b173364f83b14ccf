/**
 * Normalised discounted cumulative gain of the first k: what the order gains, over what the best order would.
 * @param ranked gains of the ranked documents, best ranked first
 * @param all gains of all documents, those that were not returned included
 * @returns 0 to 1; null where nothing is worth anything
 * @see Järvelin and Kekäläinen 2002, with the discount 1 ÷ log2(rank + 1)
 */
export function ndcgAt(ranked: readonly number[], all: readonly number[], k: number): number | null {
  const best = dcgAt(
    all.toSorted((a, b) => b - a),
    k,
  )
  return best === 0 ? null : dcgAt(ranked, k) / best
}

function dcgAt(gains: readonly number[], k: number): number {
  return gains.slice(0, k).reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0)
}
