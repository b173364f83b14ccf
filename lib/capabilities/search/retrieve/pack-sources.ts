import { bestPassages } from '#lib/capabilities/search/answer/best-passages.ts'
import { withoutBoilerplate } from './boilerplate.ts'
import type { Candidate } from './candidate.ts'
import type { Source } from './source.ts'

export const sourceCharsMax = 2000
/** Characters per source, tried from largest to smallest. */
const lengths = [sourceCharsMax, 1200, 700, 400] as const

/**
 * The sources within the model's context budget: their texts are shortened to the passages that fit the
 * question best, then sources are dropped from the end.
 * @param tokensMax null: no limit
 */
export function packSources(
  candidates: readonly Candidate[],
  question: string,
  tokensMax: number | null,
): Source[] {
  for (const length of lengths) {
    const sources = toSources(candidates, question, length)
    if (tokensMax === null || sizeOf(sources) <= tokensMax) return sources
    if (length !== lengths.at(-1)) continue
    while (sources.length > 1 && sizeOf(sources) > tokensMax) sources.pop()
    return sources
  }
  return []
}

/** A text of boilerplate only is no source. */
export function toSources(candidates: readonly Candidate[], question: string, charsMax: number): Source[] {
  return candidates
    .map(candidate => toSource(candidate, question, charsMax))
    .filter(({ content }) => content !== '')
}

function toSource(candidate: Candidate, question: string, charsMax: number): Source {
  const text = withoutBoilerplate(candidate.text, question)
  return { ...candidate, content: bestPassages(question, text, charsMax) }
}

function sizeOf(sources: readonly Source[]): number {
  return sources.reduce((sum, { title, content }) => sum + guessTokens(title) + guessTokens(content) + 12, 0)
}

/** Estimated tokens: four characters per token in Latin script, one or two in others. */
export function guessTokens(text: string): number {
  const bytes = Buffer.byteLength(text)
  const beyondAscii = bytes - text.length
  return Math.ceil((text.length - beyondAscii / 2) / 4 + beyondAscii / 2)
}
