import type { Attribute } from './sentence-writer.ts'
import type { Source } from './source.ts'
import { type Claim, claimWords, holdsMarks, shareOf, toClaim, toMarkedText } from './support.ts'
import { toWindows } from './windows.ts'

/** How like a sentence is to texts, −1…1; null where nobody can say. */
export type Likeness = (sentence: string, texts: readonly string[]) => Promise<readonly number[] | null>

const wordsMin = 3
/** The part of a sentence's words that a passage must have to support it by its words alone. */
const shareEnough = 0.6
/** Below it, likeness says no more than that both are about the same subject. */
const shareMin = 0.3
const comparedMax = 6

interface Passage {
  readonly number: number
  readonly text: string
  readonly words: ReadonlySet<string>
}

export interface AttributionOptions {
  /** Null: by words alone. */
  readonly likeness: Likeness | null
  /** Likeness from which on a passage says the same as a sentence. */
  readonly alike: number
}

/** Finds the source that supports a sentence: by common words, numbers and names, then by likeness where words are undecided. */
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
