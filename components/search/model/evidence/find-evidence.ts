import { queryWords } from '#components/playground/text/model/mark-words.ts'
import { splitWords } from '#components/playground/text/model/split-words.ts'
import type { SearchSource } from '#lib/contracts/api/search/search.ts'
import type { AnswerSentence } from './split-sentences.ts'

/** Evidence for a sentence in a source. */
export interface Evidence {
  /** From 1. */
  readonly source: number
  /** The best matching sentence of the source, and its offsets in the text. */
  readonly passage: string
  readonly start: number
  readonly end: number
  /** Informative terms of the sentence, and how many of them the passage has. */
  readonly words: number
  readonly shared: number
}

/** Below this share of matching informative terms a sentence counts as unsupported. */
const sharedMin = 0.4
// A sentence with fewer terms has too little content to compare.
const wordsMin = 3

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The best passage of each source that a sentence cites; of every source without citations. Best first. */
export function findEvidence(
  { text, cites }: Pick<AnswerSentence, 'text' | 'cites'>,
  sources: readonly SearchSource[],
): readonly Evidence[] {
  const words = queryWords(text)
  const numbers = cites.length > 0 ? cites : sources.map((_, index) => index + 1)
  return numbers
    .flatMap(number => bestPassage(words, number, sources[number - 1]?.pageContent ?? '') ?? [])
    .toSorted((a, b) => b.shared - a.shared)
}

/**
 * True when no cited source matches enough terms; a sentence without citations is compared with all sources.
 */
export function isUnsupported(
  sentence: Pick<AnswerSentence, 'text' | 'cites'>,
  sources: readonly SearchSource[],
): boolean {
  const words = queryWords(sentence.text)
  if (words.size < wordsMin || sources.length === 0) return false
  // A statement about missing information needs no source.
  if (sentence.cites.length === 0 && saysNothing.test(sentence.text)) return false
  if (sentence.cites.length === 0) return true
  return !findEvidence(sentence, sources).some(({ shared }) => shared / words.size >= sharedMin)
}

const saysNothing = /\bsources?\b.*\b(do(es)? not|don['’]t|doesn['’]t)\b|\bpages?\b.*\bcould not be read\b/i

function bestPassage(words: ReadonlySet<string>, source: number, text: string): Evidence | null {
  let best: Evidence | null = null
  for (const { segment, index } of segmenter.segment(text)) {
    const has = new Set(splitWords(segment).map(({ word }) => word))
    const shared = [...words].filter(word => has.has(word)).length
    if (shared === 0 || (best !== null && best.shared >= shared)) continue
    const passage = segment.trim()
    const start = index + segment.indexOf(passage)
    best = { source, passage, start, end: start + passage.length, words: words.size, shared }
  }
  return best
}
