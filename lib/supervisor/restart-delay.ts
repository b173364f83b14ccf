const shortestMs = 100
const longestMs = 10_000

/**
 * How long to wait before start number `failures + 1`: ever longer while it keeps crashing.
 * @param firstMs after one crash
 */
export function restartDelayMs(failures: number, firstMs = shortestMs): number {
  return Math.min(firstMs * 2 ** Math.max(0, failures - 1), longestMs)
}
