/** Upper bounds in milliseconds, each 1.6 times the previous one; longer durations fall into one more bucket. */
const boundsMs = [
  10, 16, 26, 41, 66, 105, 168, 268, 429, 687, 1_100, 1_759, 2_815, 4_504, 7_206, 11_529, 18_447, 29_515,
  47_224, 75_558, 120_893, 193_428, 309_485,
] as const

const growth = 1.6

export const usageBuckets = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
] as const

/** Additive histogram of durations: a log scale from 10 ms to five minutes. */
export type UsageBucket = (typeof usageBuckets)[number]

export function toUsageBucket(ms: number): number {
  let at = 0
  while (at < boundsMs.length && ms > (boundsMs[at] ?? 0)) at++
  return at
}

/**
 * A percentile of the durations in milliseconds; null without any. Within a bucket a uniform distribution on the
 * log scale is assumed, so it is off by a few percent, in the worst case by 60.
 */
export function readPercentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let rank = Math.max(1, Math.ceil(share * total))
  for (const [at, count] of counts.entries()) {
    // The middle of the rank's own part of the bucket: all percentiles of one request are the same.
    if (count > 0 && rank <= count) return withinBucket(at, (rank - 0.5) / count)
    rank -= count
  }
  return null
}

function withinBucket(at: number, share: number): number {
  const to = boundsMs[at]
  // The first bucket starts at zero, which has no logarithm, and the last has no upper bound.
  const from = boundsMs[at - 1]
  if (from === undefined) return share * boundsMs[0]
  return from * (to === undefined ? growth : to / from) ** share
}
