import { foldText } from '#lib/capabilities/search-words.ts'
import type { Source } from '#lib/capabilities/search/retrieve/source.ts'
import { type Claim, claimWords, numbersOf, toClaim } from './claim.ts'
import type { Attribute } from './sentence-writer.ts'
import { toWindows } from './windows.ts'

/** Similarity of a sentence to texts, −1…1; null: unavailable. */
export type Likeness = (sentence: string, texts: readonly string[]) => Promise<readonly number[] | null>

const wordsMin = 3
/** Share of a sentence's words that a passage needs to support it by words alone. */
const shareEnough = 0.6
/** Below this share of words, high similarity only means that both cover the same subject. */
const shareMin = 0.3
const comparedMax = 6

interface Passage {
  readonly number: number
  readonly text: string
  readonly words: ReadonlySet<string>
}

interface AttributionOptions {
  /** Null: compare words only. */
  readonly likeness: Likeness | null
  /** Minimum similarity at which a passage states the same as a sentence. */
  readonly alike: number
}

/**
 * Finds the source that supports a sentence: by common words, numbers and names, then by similarity where
 * words are inconclusive.
 */
export function createAttribution(
  sources: readonly Source[],
  { likeness, alike }: AttributionOptions,
): Attribute {
  const marked = sources.map(({ title, content }) => toMarkedText(`${title}\n${content}`))
  const passages: Passage[] = sources.flatMap(({ title, content }, at) =>
    toWindows(content).map(({ heading, text }) => ({
      number: at + 1,
      text,
      words: claimWords(`${title} ${heading} ${text}`),
    })),
  )
  return async sentence => {
    const claim = toClaim(sentence)
    if (claim.words.size < wordsMin || sentence.endsWith('?')) return null
    const holding = new Set(marked.flatMap((text, at) => (holdsMarks(claim, text) ? [at + 1] : [])))
    const ranked = rank(claim, passages, holding)
    const [best] = ranked
    if (best === undefined) return null
    if (best.share >= shareEnough) return best.passage.number
    if (likeness === null) return null
    const compared = ranked.filter(({ share }) => share >= shareMin).slice(0, comparedMax)
    if (compared.length === 0) return null
    const scores = await likeness(
      sentence,
      compared.map(({ passage }) => passage.text),
    )
    if (scores === null) return null
    const score = Math.max(...scores)
    return score < alike ? null : (compared[scores.indexOf(score)]?.passage.number ?? null)
  }
}

function rank(claim: Claim, passages: readonly Passage[], holding: ReadonlySet<number>) {
  return passages
    .filter(({ number }) => holding.has(number))
    .map(passage => ({ passage, share: shareOf(claim, passage.words) }))
    .toSorted((one, other) => other.share - one.share)
}

/** Share of a sentence's content words that occur in a text, 0…1. */
function shareOf({ words }: Claim, passage: ReadonlySet<string>): number {
  if (words.size === 0) return 0
  let common = 0
  for (const word of words) if (passage.has(word)) common += 1
  return common / words.size
}

/** Whether every number and name of a sentence occurs in a text. */
function holdsMarks({ marks }: Claim, text: MarkedText): boolean {
  return marks.every(mark => (/^\d/.test(mark) ? text.numbers.has(mark) : text.folded.includes(mark)))
}

interface MarkedText {
  readonly numbers: ReadonlySet<string>
  readonly folded: string
}

function toMarkedText(text: string): MarkedText {
  return { numbers: new Set(numbersOf(text)), folded: foldText(text) }
}
