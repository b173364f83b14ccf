const largest = 999_999_999_999_999

/** A GBNF expression for the decimal integers from `minimum` to `maximum`, inclusive. */
export function integerGrammar(minimum = -largest, maximum = largest): string {
  const low = Math.max(Math.ceil(minimum), -largest)
  const high = Math.min(Math.floor(maximum), largest)
  if (low > high) return '"0"'
  const alternatives: string[] = []
  if (low < 0) alternatives.push(...ranges(Math.max(1, -high), -low).map(range => `"-" (${range})`))
  if (high >= 0) alternatives.push(...ranges(Math.max(0, low), high))
  return alternatives.join(' | ')
}

/** One expression per number of digits. */
function ranges(low: number, high: number): string[] {
  const found: string[] = []
  for (let digits = String(low).length; digits <= String(high).length; digits += 1) {
    const from = digits === 1 ? 0 : 10 ** (digits - 1)
    const to = 10 ** digits - 1
    found.push(sameLength(String(Math.max(low, from)), String(Math.min(high, to))))
  }
  return found
}

function sameLength(low: string, high: string): string {
  if (low === '') return ''
  const [first = '', last = ''] = [low[0], high[0]]
  const rest = low.length - 1
  if (rest === 0) return oneOf(first, last)
  if (/^0*$/.test(low.slice(1)) && /^9*$/.test(high.slice(1))) return `${oneOf(first, last)} [0-9]{${rest}}`
  if (first === last) return `"${first}" (${sameLength(low.slice(1), high.slice(1))})`
  const parts = [`"${first}" (${sameLength(low.slice(1), '9'.repeat(rest))})`]
  const [middleLow, middleHigh] = [Number(first) + 1, Number(last) - 1]
  if (middleLow <= middleHigh) parts.push(`${oneOf(String(middleLow), String(middleHigh))} [0-9]{${rest}}`)
  parts.push(`"${last}" (${sameLength('0'.repeat(rest), high.slice(1))})`)
  return parts.join(' | ')
}

function oneOf(first: string, last: string): string {
  return first === last ? `"${first}"` : `[${first}-${last}]`
}
