const bars = 16

/** How many sizes fall into each sixteenth of the way to the limit; what is over it counts to the last. */
export function countBySize(sizes: readonly number[], limit: number): readonly number[] {
  const counts = Array.from({ length: bars }, () => 0)
  for (const size of sizes) {
    const bar = Math.min(bars - 1, Math.floor((size / Math.max(1, limit)) * bars))
    counts[bar] = (counts[bar] ?? 0) + 1
  }
  return counts
}
