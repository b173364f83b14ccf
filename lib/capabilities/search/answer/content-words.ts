import { functionWords, toWords } from '#lib/capabilities/search-words.ts'

/** The content words of a text, folded, with repetitions. */
export function contentWords(text: string): string[] {
  return toWords(text).filter(word => isLong(word) && !stopWords.has(word))
}

/** A single letter carries little meaning, a single digit or Chinese character much. */
function isLong(word: string): boolean {
  return word.length > 1 || !/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u.test(word)
}

// Further words that phrase a question and say nothing about its topic.
const english = `
about above after again all also am any because before being below between both but doing done down during each else
ever every few further get give given go got having he her here hers him his itself just kind let like list long make
many might mine more most much must name need nor now off often once one only other out over own please same said say
says she show some such take tell thing those through too under until up upon use used using very whether while yes
doesn don didn isn aren wasn won
`

/** Stop words, in the folded form of `toWords`, which takes the s of "does" for a plural. */
const stopWords: ReadonlySet<string> = new Set([...functionWords, ...toWords(english)])
