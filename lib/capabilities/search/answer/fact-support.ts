import { foldText } from '#lib/capabilities/search-words.ts'
import { claimWords, numbersOf, toClaim } from './claim.ts'
import { holdsType, shareOf, subjectOf, toTerms, withoutSubject } from './evidence.ts'
import { splitSentences } from './sentences.ts'

/** A passage that states the fact asked for, and the title of its source. */
export interface FactPassage {
  readonly title: string
  readonly text: string
}

/**
 * Whether an answer to a question for one fact rests on the passages that state it. Small models repeat the question,
 * take the number of a neighboring sentence, or add what they remember.
 * @param answer with or without citations
 */
export function isFactSupported(answer: string, question: string, passages: readonly FactPassage[]): boolean {
  const said = answer.replaceAll(/\[\d{1,3}\]/g, '')
  const known = passages.map(({ title, text }) => `${title}\n${text}`).join('\n')
  const { words, marks } = toClaim(said)
  const asked = claimWords(question)
  const fresh = [...words].filter(word => !asked.has(word))
  const knownWords = claimWords(known)
  if (!fresh.some(word => knownWords.has(word))) return false
  const given = `${known}\n${question}`
  const numbers = new Set(numbersOf(given))
  const folded = foldText(given)
  if (!marks.every(mark => (/^\d/.test(mark) ? numbers.has(mark) : folded.includes(mark)))) return false
  const subject = subjectOf(
    question,
    passages.map(({ title }) => title),
    passages,
  )
  if (
    !holdsType(question, `It: ${said}`, new Set([...subject, ...foldText(question).split(/[^\p{L}\p{N}]+/u)]))
  )
    return false
  return isFromBestSentence(numbersOf(said), withoutSubject(question, subject), passages)
}

/** Whether each number that the question lacks is in a sentence that fits the question as well as any other does. */
function isFromBestSentence(
  numbers: readonly string[],
  bare: string,
  passages: readonly FactPassage[],
): boolean {
  const asked = new Set(numbersOf(bare))
  const wanted = toTerms(bare)
  const sentences = passages
    .flatMap(({ text }) => splitSentences(text))
    .map(sentence => ({ share: shareOf(wanted, sentence), numbers: new Set(numbersOf(sentence)) }))
  const best = Math.max(0, ...sentences.map(({ share }) => share))
  return numbers
    .filter(number => !asked.has(number))
    .every(number => sentences.some(sentence => sentence.numbers.has(number) && sentence.share >= best))
}
