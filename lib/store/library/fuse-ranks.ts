/**
 * The standard constant of reciprocal rank fusion: top ranks in one list do not outweigh middle ranks in both.
 */
const flattening = 60

/**
 * Fuses lists of ids, best first, by reciprocal rank.
 * @returns ids with their score, best first; 1: first in every list
 */
export function fuseRanks(
  lists: readonly (readonly number[])[],
): readonly { readonly id: number; readonly score: number }[] {
  const scores = new Map<number, number>()
  for (const list of lists) {
    for (const [rank, id] of list.entries()) {
      const share = (flattening + 1) / (flattening + rank + 1) / lists.length
      scores.set(id, (scores.get(id) ?? 0) + share)
    }
  }
  return [...scores].map(([id, score]) => ({ id, score })).toSorted((one, other) => other.score - one.score)
}
