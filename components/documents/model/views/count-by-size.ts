const bars = 16

/** Histogram of sizes in sixteenths of the limit; larger ones count in the last. */
export function countBySize(sizes: readonly number[], limit: number): readonly number[] {
  const counts = Array.from({ length: bars }, () => 0)
  for (const size of sizes) {
    const bar = Math.min(bars - 1, Math.floor((size / Math.max(1, limit)) * bars))
    counts[bar] = (counts[bar] ?? 0) + 1
  }
  return counts
}
