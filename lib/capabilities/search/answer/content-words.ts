import { toWords } from '#lib/capabilities/search-words.ts'

/** The content words of a text, folded, with repetitions. */
export function contentWords(text: string): string[] {
  return toWords(text).filter(word => isLong(word) && !stopWords.has(word))
}

/** A single letter carries little meaning, a single digit or Chinese character much. */
function isLong(word: string): boolean {
  return word.length > 1 || !/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u.test(word)
}

// Words that phrase a question and say nothing about its topic.
const english = `
a about above after again all also am an and any are as at be because been before being below between both but by can
could did do does doing done down during each else ever every few for from further get give given go got had has have
having he her here hers him his how i if in into is it its itself just kind let like list long make many may me might
mine more most much must my name need no nor not now of off often on once one only or other our out over own please
same said say says shall she should show so some such take tell than that the their them then there these they thing this
those through to too under until up upon us use used using very was we were what when where whether which while who
whom whose why will with would yes you your does doesn don didn isn aren wasn won
`

/** Stop words, in the folded form of `toWords`, which takes the s of "does" for a plural. */
const stopWords: ReadonlySet<string> = new Set(toWords(english))
