import { type CellObject, SSF } from '@e965/xlsx'

const significantDigits = 15
const plain = new Intl.NumberFormat('en-US', {
  useGrouping: false,
  maximumSignificantDigits: significantDigits,
  maximumFractionDigits: 20,
  roundingPriority: 'lessPrecision',
})
const currency = /[$€£¥₩₹₽]|\[\$[^\]-]/
const literal = /"[^"]*[\p{L}][^"]*"/u

/**
 * What a cell says: dates as ISO 8601, numbers as stored with 15 significant digits and no exponent, percentages
 * unrounded; amounts of money, durations and errors as displayed.
 */
export function cellText(cell: CellObject, date1904: boolean): string {
  switch (cell.t) {
    case 'b':
      return cell.v === true ? 'TRUE' : 'FALSE'
    case 'e':
      return cell.w ?? '#ERROR!'
    case 'n':
      return typeof cell.v === 'number' ? numberText(cell, cell.v, date1904) : ''
    case 's':
      return typeof cell.v === 'string' ? cell.v.trim() : ''
    case 'd':
      return cell.w ?? ''
    case 'z':
      return ''
  }
}

function numberText(cell: CellObject, value: number, date1904: boolean): string {
  const format = typeof cell.z === 'string' ? cell.z : 'General'
  if (SSF.is_date(format)) return dateText(format, value, date1904) ?? cell.w ?? plain.format(value)
  if (format.includes('%')) return `${plain.format(Number((value * 100).toPrecision(significantDigits)))}%`
  if (currency.test(format) || literal.test(format)) return cell.w?.trim() ?? plain.format(value)
  return plain.format(value)
}

/** Null for times of day and durations, which are no dates. */
function dateText(format: string, value: number, date1904: boolean): string | null {
  const tokens = format.replaceAll(/"[^"]*"|\\./g, '').split(';', 1)[0] ?? ''
  const isElapsed = /\[(h+|m+|s+)\]/i.test(tokens)
  const isDate = /[yd]/i.test(tokens.replaceAll(/\[[^\]]*\]/g, '')) || /^m+$/i.test(tokens)
  if (isElapsed || !isDate) return null
  const parsed = SSF.parse_date_code(value, { date1904 })
  // Not every number is a day: negative ones are not.
  if (parsed === null || parsed === undefined) return null
  const { y, m, d, H, M, S } = parsed
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0')
  const date = `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`
  if (H + M + S === 0) return date
  return `${date}T${two(H)}:${two(M)}${Math.floor(S) === 0 ? '' : `:${two(S)}`}`
}
