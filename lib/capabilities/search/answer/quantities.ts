import { claimWords, numbersOf } from './claim.ts'
import { withoutDates } from './source-date.ts'
import { toTerms } from '#lib/capabilities/search/answer/facts/terms.ts'

/** Values of a sentence by their units. */
export type Quantities = ReadonlyMap<string, readonly string[]>

/**
 * The quantities of a sentence without its dates. What a question counts is one unit in whatever words: of "How many people
 * live there?" both "18,400 inhabitants" and "a population of 18,400".
 * @param wanted terms of the question
 */
export function quantitiesOf(sentence: string, wanted: ReadonlySet<string>, counts: boolean): Quantities {
  const found = new Map<string, string[]>()
  for (const { groups } of withoutDates(sentence).matchAll(quantity)) {
    const { before = '', currency = '', number = '', unit = '', next = '' } = groups ?? {}
    const [value = ''] = numbersOf(number)
    // "Port 2525" is one, whatever follows.
    const key = isWanted(before, wanted)
      ? asked
      : keyOf(currency === '' ? unit : currency, next, wanted, counts)
    found.set(key, [...(found.get(key) ?? []), value])
  }
  return found
}

/** Whether a unit that both have comes with other values in each. */
export function quantitiesDiffer(one: Quantities, other: Quantities): boolean {
  return [...one].some(([unit, values]) => {
    const others = other.get(unit)
    return others !== undefined && others.length > 0 && !values.some(value => others.includes(value))
  })
}

const asked = '#'

function keyOf(unit: string, next: string, wanted: ReadonlySet<string>, counts: boolean): string {
  const known = units.find(([pattern]) => pattern.test(unit))?.[1]
  if (known !== undefined) return known
  if (counts && (unit === '' || isWanted(unit, wanted) || isWanted(next, wanted))) return asked
  const [stem = unit] = claimWords(unit)
  return stem
}

function isWanted(word: string, wanted: ReadonlySet<string>): boolean {
  return word !== '' && [...toTerms(word)].some(term => wanted.has(term))
}

const quantity =
  /(?:(?<before>\p{L}+) )?(?<currency>[$€£¥])?\s?(?<number>\d+(?:[,\u00a0\u202f' ]\d{3})*(?:\.\d+)?)\s?(?<unit>%|°|[$€£¥]|[\p{L}/]+)?(?: (?<next>\p{L}+))?/gu

const units: readonly (readonly [RegExp, string])[] = [
  [/^(?:\$|dollars?|usd)$/iu, '$'],
  [/^(?:€|euros?|eur)$/iu, '€'],
  [/^(?:£|pounds?|gbp)$/iu, '£'],
  [/^(?:%|percent)$/iu, '%'],
  [/^(?:m|met(?:er|re)s?)$/iu, 'm'],
  [/^(?:km|kilomet(?:er|re)s?)$/iu, 'km'],
  [/^(?:cm|centimet(?:er|re)s?)$/iu, 'cm'],
  [/^(?:mm|millimet(?:er|re)s?)$/iu, 'mm'],
  [/^(?:ft|feet|foot)$/iu, 'ft'],
  [/^(?:kg|kilo(?:gram)?s?)$/iu, 'kg'],
  [/^(?:g|grams?)$/iu, 'g'],
  [/^(?:mg|milligrams?)$/iu, 'mg'],
  [/^(?:t|tonn?e?s?)$/iu, 't'],
  [/^(?:l|lit(?:er|re)s?)$/iu, 'l'],
  [/^(?:ml|millilit(?:er|re)s?)$/iu, 'ml'],
  [/^(?:h|hrs?|hours?)$/iu, 'h'],
  [/^(?:min|minutes?)$/iu, 'min'],
  [/^(?:mb|megabytes?)$/iu, 'MB'],
  [/^(?:gb|gigabytes?)$/iu, 'GB'],
]
