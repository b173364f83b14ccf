/**
 * Dollars with all decimals and without an exponent, which a spreadsheet would not read.
 * @param nanos whole nano-dollars
 */
export function toUsd(nanos: number): string {
  const whole = BigInt(Math.round(nanos))
  const digits = String(whole < 0n ? -whole : whole).padStart(10, '0')
  const decimals = digits.slice(-9).replace(/0+$/, '')
  return `${whole < 0n ? '-' : ''}${digits.slice(0, -9)}${decimals === '' ? '' : `.${decimals}`}`
}
