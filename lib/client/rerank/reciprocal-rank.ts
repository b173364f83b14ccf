/**
 * 1 ÷ the rank of the first relevant document: the mean of it over queries is MRR, and here there is one query.
 * @param relevant by rank, best first
 * @returns 0 where none of them is
 */
export function reciprocalRank(relevant: readonly boolean[]): number {
  const place = relevant.indexOf(true)
  return place === -1 ? 0 : 1 / (place + 1)
}
