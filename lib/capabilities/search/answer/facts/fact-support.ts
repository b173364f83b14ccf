import { foldText } from '#lib/capabilities/search-words.ts'
import { holdsType } from './answer-type.ts'
import { claimWords, numbersOf, toClaim } from '#lib/capabilities/search/answer/claim.ts'
import { subjectOf, withoutSubject } from './subject.ts'
import { splitSentences } from '#lib/capabilities/search/answer/sentences.ts'
import { shareOf, toTerms } from './terms.ts'

/** A passage that states the fact asked for, and the title of its source. */
export interface FactPassage {
  readonly title: string
  readonly text: string
}

/**
 * Whether the passages support an answer to a question for one fact. Small models repeat the question,
 * state another fact of the passages, or add what they remember.
 * @param answer with or without citations
 */
export function isFactSupported(answer: string, question: string, passages: readonly FactPassage[]): boolean {
  if (!isStated(answer, question, passages)) return false
  const subject = subjectOf(question, titlesOf(passages), passages)
  const said = withoutSubject(withoutCitations(answer), subject)
  return isFromBestSentence(said, withoutSubject(question, subject), passages)
}

/** Whether an answer has words, numbers and names of the passages alone, and one of the kind asked for. */
export function isStated(answer: string, question: string, passages: readonly FactPassage[]): boolean {
  const said = withoutCitations(answer)
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
  const subject = subjectOf(question, titlesOf(passages), passages)
  const asking = new Set([...subject, ...foldText(question).split(/[^\p{L}\p{N}]+/u)])
  return holdsType(question, `It: ${said}`, asking)
}

function withoutCitations(answer: string): string {
  return answer.replaceAll(/\[\d{1,3}\]/g, '')
}

function titlesOf(passages: readonly FactPassage[]): string[] {
  return passages.map(({ title }) => title)
}

/**
 * Whether a sentence of the answer says what one says that fits the question as well as any, with the numbers of such
 * sentences: small models take the number of a neighboring one.
 */
function isFromBestSentence(said: string, bare: string, passages: readonly FactPassage[]): boolean {
  const wanted = toTerms(bare)
  const sentences = passages
    .flatMap(({ text }) => splitSentences(text))
    .map(text => ({
      share: shareOf(wanted, text),
      words: claimWords(text),
      numbers: new Set(numbersOf(text)),
    }))
  const best = Math.max(0, ...sentences.map(({ share }) => share))
  const fitting = sentences.filter(({ share }) => share >= best)
  const asked = new Set(numbersOf(bare))
  return splitSentences(said).some(sentence => {
    const words = claimWords(sentence)
    const [origin] = sentences.toSorted(
      (one, other) => other.words.intersection(words).size - one.words.intersection(words).size,
    )
    if (origin === undefined || !fitting.includes(origin)) return false
    return numbersOf(sentence)
      .filter(number => !asked.has(number))
      .every(number => fitting.some(({ numbers }) => numbers.has(number)))
  })
}
