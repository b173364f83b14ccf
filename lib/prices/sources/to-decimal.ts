/**
 * A number as the decimal of a price: no exponent, no zeros at the end.
 * @throws Error for more than nine decimals
 */
export function toDecimal(number: string): string {
  const exact = Number(number).toFixed(9)
  if (Math.abs(Number(exact) - Number(number)) > 1e-12)
    throw new Error(`${number} has more than nine decimals.`)
  return exact.replace(/\.?0+$/, '')
}
