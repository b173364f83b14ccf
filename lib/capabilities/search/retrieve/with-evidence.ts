import { contentWords } from '#lib/capabilities/search/answer/content-words.ts'
import type { Candidate } from './candidate.ts'
import { scoreByWords } from './score-by-words.ts'

/** The library finds every passage with any of the words; a few of them are no evidence. */
const partOfBest = 0.5

/**
 * The candidates whose words are evidence for a question, where no embedding model ranks them: those of the library with
 * half of what the best one has of the question, and those of a search backend, which ranked them itself, with any word.
 * All of them if none has a word of it: they may be in another language.
 */
export function withEvidence(candidates: readonly Candidate[], question: string): readonly Candidate[] {
  if (contentWords(question).length === 0) return candidates
  const scores = scoreByWords(
    question,
    candidates.map(({ title, text }) => `${title}\n${text}`),
  )
  const best = Math.max(0, ...scores)
  if (best === 0) return candidates
  return candidates.filter(({ backend }, at) => {
    const score = scores[at] ?? 0
    return score > 0 && (backend !== 'library' || score >= best * partOfBest)
  })
}
