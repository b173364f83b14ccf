/** The stemmer of M. F. Porter, "An algorithm for suffix stripping", 1980: the one of stemmed BM25 everywhere. */
export function porterStem(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word
  return steps.reduce((stem, step) => step(stem), word)
}

type Step = (word: string) => string
type Suffixes = readonly (readonly [suffix: string, replacement: string])[]

const consonants = '(?:[^aeiouy]|(?<![^aeiou])y|^y)+'
const vowels = '(?:[aeiou]|(?<=[^aeiou])y)+'
const hasVowel = new RegExp(vowels)
const measure = (count: string) =>
  new RegExp(`^(?:${consonants})?(?:${vowels}${consonants}){${count}}(?:${vowels})?$`)
const measures = { one: measure('1'), some: measure('1,'), more: measure('2,') }
const endsShort = /[^aeiou][aeiouy][^aeiouwxy]$/

const plurals: Suffixes = [
  ['sses', 'ss'],
  ['ies', 'i'],
  ['ss', 'ss'],
  ['s', ''],
]
const doubles: Suffixes = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
]
const endings: Suffixes = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]
const rest: Suffixes = 'ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic ou'
  .split(' ')
  .map(suffix => [suffix, ''])

const steps: readonly Step[] = [
  word => replace(word, plurals, () => true),
  removePast,
  word => (word.endsWith('y') && hasVowel.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word),
  word => replace(word, doubles, stem => measures.some.test(stem)),
  word => replace(word, endings, stem => measures.some.test(stem)),
  word =>
    replace(
      word,
      rest,
      (stem, suffix) => measures.more.test(stem) && (suffix !== 'ion' || /[st]$/.test(stem)),
    ),
  removeE,
  word => (word.endsWith('ll') && measures.more.test(word.slice(0, -1)) ? word.slice(0, -1) : word),
]

/** Replaces the longest suffix that matches, if its stem fits; a shorter one is not tried then. */
function replace(word: string, suffixes: Suffixes, fits: (stem: string, suffix: string) => boolean): string {
  const [found] = suffixes
    .filter(([suffix]) => word.endsWith(suffix))
    .toSorted(([one], [other]) => other.length - one.length)
  if (found === undefined) return word
  const [suffix, replacement] = found
  const stem = word.slice(0, word.length - suffix.length)
  return fits(stem, suffix) ? stem + replacement : word
}

function removePast(word: string): string {
  if (word.endsWith('eed')) return measures.some.test(word.slice(0, -3)) ? word.slice(0, -1) : word
  const stem = word.replace(/(?:ed|ing)$/, '')
  if (stem === word || !hasVowel.test(stem)) return word
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (/([^aeioulsz])\1$/.test(stem)) return stem.slice(0, -1)
  return measures.one.test(stem) && endsShort.test(stem) ? `${stem}e` : stem
}

function removeE(word: string): string {
  if (!word.endsWith('e')) return word
  const stem = word.slice(0, -1)
  return measures.more.test(stem) || (measures.one.test(stem) && !endsShort.test(stem)) ? stem : word
}
