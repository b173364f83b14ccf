import { bestPassages } from '#lib/capabilities/search/answer/best-passages.ts'
import type { Candidate } from './candidate.ts'
import type { Source } from './source.ts'

export const sourceCharsMax = 2000
/** How much of each source is kept, from plenty to little. */
const lengths = [sourceCharsMax, 1200, 700, 400] as const

/**
 * The sources in the room that the model has for them: their texts are shortened to the passages that fit the question
 * best, then sources are dropped from the end.
 * @param tokensMax null: there is room for all
 */
export function packSources(
  candidates: readonly Candidate[],
  question: string,
  tokensMax: number | null,
): Source[] {
  for (const length of lengths) {
    const sources = candidates.map(candidate => toSource(candidate, question, length))
    if (tokensMax === null || sizeOf(sources) <= tokensMax) return sources
    if (length !== lengths.at(-1)) continue
    while (sources.length > 1 && sizeOf(sources) > tokensMax) sources.pop()
    return sources
  }
  return []
}

export function toSource(candidate: Candidate, question: string, charsMax: number): Source {
  return { ...candidate, content: bestPassages(question, candidate.text, charsMax) }
}

function sizeOf(sources: readonly Source[]): number {
  return sources.reduce((sum, { title, content }) => sum + guessTokens(title) + guessTokens(content) + 12, 0)
}

/** About what a tokenizer counts: four letters of Latin script a token, one or two of others. */
export function guessTokens(text: string): number {
  const bytes = Buffer.byteLength(text)
  const beyondAscii = bytes - text.length
  return Math.ceil((text.length - beyondAscii / 2) / 4 + beyondAscii / 2)
}
