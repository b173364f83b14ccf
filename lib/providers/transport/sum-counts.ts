/** Counts of parts together; null when one of them is not known. */
export function sumCounts(counts: Iterable<number | null>): number | null {
  let sum = 0
  for (const count of counts) {
    if (count === null) return null
    sum += count
  }
  return sum
}
