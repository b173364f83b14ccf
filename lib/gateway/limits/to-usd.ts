/** Dollars without an exponent. */
export function toUsd(nanos: number): string {
  return (nanos / 1e9).toFixed(9).replace(/\.?0+$/, '')
}
