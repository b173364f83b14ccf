/** `$2`, `$0.075`, without an exponent; empty: none. */
export function toDollars(usd: number | undefined): string {
  if (usd === undefined) return ''
  const text = usd.toFixed(12).replace(/\.?0+$/, '')
  return `$${text}`
}
