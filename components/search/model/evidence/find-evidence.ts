import { queryWords } from '#components/rerank/model/mark-words.ts'
import { splitWords } from '#components/rerank/model/split-words.ts'
import type { SearchSource } from '#lib/contracts/api/search/search.ts'
import type { AnswerSentence } from './split-sentences.ts'

/** Where a source says what a sentence says. */
export interface Evidence {
  /** From 1. */
  readonly source: number
  /** The sentence of the source that fits best, and where it stands in its text. */
  readonly passage: string
  readonly start: number
  readonly end: number
  /** Words of the sentence that tell something, and how many of them the passage has. */
  readonly words: number
  readonly shared: number
}

/** Below this share of its telling words a sentence counts as unsupported. */
const sharedMin = 0.4
// A sentence of fewer says too little to be held against its source.
const wordsMin = 3

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The best passage of each source that a sentence names; of every source where it names none. The best comes first. */
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

/** True where no source that it names has enough of its words; one that names none is judged by all of them. */
export function isUnsupported(
  sentence: Pick<AnswerSentence, 'text' | 'cites'>,
  sources: readonly SearchSource[],
): boolean {
  const words = queryWords(sentence.text)
  if (words.size < wordsMin || sources.length === 0) return false
  // What nobody claims needs no source.
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
