/** Upper bounds in milliseconds, each 1.6 times the one before; what takes longer falls into one more. */
const boundsMs = [
  10, 16, 26, 41, 66, 105, 168, 268, 429, 687, 1_100, 1_759, 2_815, 4_504, 7_206, 11_529, 18_447, 29_515,
  47_224, 75_558, 120_893, 193_428, 309_485,
] as const

const growth = 1.6

export const usageBuckets = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
] as const

/** Counts of durations that can be added up: a log scale from 10 ms to five minutes. */
export type UsageBucket = (typeof usageBuckets)[number]

export function toUsageBucket(ms: number): number {
  let at = 0
  while (at < boundsMs.length && ms > (boundsMs[at] ?? 0)) at++
  return at
}

/**
 * The duration in milliseconds that this share of the counted ones took at most; null where none was counted. Within
 * a bucket they are taken to lie evenly on the log scale, so it is off by a few percent, by 60 at the very worst.
 */
export function readPercentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let left = share * total
  for (const [at, count] of counts.entries()) {
    if (count > 0 && left <= count) return withinBucket(at, left / count)
    left -= count
  }
  return null
}

function withinBucket(at: number, share: number): number {
  const to = boundsMs[at]
  // The first begins at nothing, which no log scale does, and the last has no end.
  const from = boundsMs[at - 1]
  if (from === undefined) return share * boundsMs[0]
  return from * (to === undefined ? growth : to / from) ** share
}
