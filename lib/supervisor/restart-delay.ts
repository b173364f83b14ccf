const firstMs = 100
const longestMs = 10_000

/** How long to wait before start number `failures + 1`: at once after one crash, ever longer when it keeps crashing. */
export function restartDelayMs(failures: number): number {
  return Math.min(firstMs * 2 ** Math.max(0, failures - 1), longestMs)
}
