/** Sum of counts; null when one is unknown. */
export function sumCounts(counts: Iterable<number | null>): number | null {
  let sum = 0
  for (const count of counts) {
    if (count === null) return null
    sum += count
  }
  return sum
}
