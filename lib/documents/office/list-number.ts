const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const romans: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
const romanMax = 3999
const repeatedMax = 20

/**
 * The numbers of the next item of a list: one more at its depth, and those of the levels above.
 * @param before the numbers of the item before
 * @param restarts whether the item begins a list
 */
export function nextNumbers(
  before: readonly number[],
  depth: number,
  startOf: (depth: number) => number,
  restarts = false,
): number[] {
  return Array.from({ length: depth + 1 }, (_, index) => {
    const last = before[index]
    if (index < depth) return last ?? startOf(index)
    return last === undefined || restarts ? startOf(index) : last + 1
  })
}

/** @param format `1`, `01`, `a`, `A`, `i` or `I`; anything else is written as `1` */
export function writeNumber(value: number, format: string): string {
  switch (format) {
    case 'a':
      return toLetters(value)
    case 'A':
      return toLetters(value).toUpperCase()
    case 'i':
      return toRoman(value)
    case 'I':
      return toRoman(value).toUpperCase()
    case '01':
      return String(value).padStart(2, '0')
    default:
      return String(value)
  }
}

/** a to z, then aa to zz, as word processors count. */
function toLetters(value: number): string {
  const times = Math.ceil(value / alphabet.length)
  if (value < 1 || times > repeatedMax) return String(value)
  return (alphabet[(value - 1) % alphabet.length] ?? '').repeat(times)
}

function toRoman(value: number): string {
  if (value < 1 || value > romanMax) return String(value)
  let rest = value
  let roman = ''
  for (const [amount, letters] of romans) {
    while (rest >= amount) {
      roman += letters
      rest -= amount
    }
  }
  return roman
}
