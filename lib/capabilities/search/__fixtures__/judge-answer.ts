import { notAnswered } from '#lib/capabilities/search/answer/extract-answer.ts'
import type { LibraryQuestion } from './library-questions.ts'

interface Answer {
  readonly content: string
  readonly sources: readonly { readonly pageContent: string; readonly metadata: { readonly title: string } }[]
}

export interface Verdict {
  /** Whether the right source is cited or, for an unanswerable question, the answer says so. */
  readonly right: boolean
  /**
   * Sentences whose citation is out of range, or whose words, numbers and names do not occur in its source.
   */
  readonly unsupported: readonly string[]
}

/** Judges an answer from the library by its citations. */
export function judgeAnswer({ answeredBy }: LibraryQuestion, { content, sources }: Answer): Verdict {
  const cited = [...content.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number))
  const unsupported = sentencesOf(content).filter(sentence => !isSupported(sentence, sources))
  const beyond = cited.filter(number => sources[number - 1] === undefined).map(number => `[${number}]`)
  const right =
    answeredBy === null
      ? cited.length === 0 && content === notAnswered
      : cited.some(number => sources[number - 1]?.metadata.title === answeredBy)
  return { right, unsupported: [...unsupported, ...beyond] }
}

/** Sentences, each with the citations at its end. */
function sentencesOf(content: string): string[] {
  return content.split(/(?<=\[\d+\][.!?…]?["'”’)]*)\s+/).filter(sentence => /\[\d+\]/.test(sentence))
}

function isSupported(sentence: string, sources: Answer['sources']): boolean {
  const numbers = [...sentence.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number))
  const said = wordsOf(sentence.replace(/\[\d+\]/g, ''))
  return numbers.every(number => {
    const source = sources[number - 1]
    if (source === undefined) return false
    const known = new Set(wordsOf(`${source.metadata.title} ${source.pageContent}`))
    const figures = said.filter(word => /\d/.test(word))
    const common = said.filter(word => known.has(word)).length
    return figures.every(word => known.has(word)) && common >= said.length * 0.5
  })
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
