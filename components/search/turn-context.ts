'use client'
import { createPlaygroundContext } from '#components/playground/layout/playground-context.ts'
import type { SearchSource } from '#lib/contracts/api/search/search.ts'
import type { AnswerSentence } from './model/evidence/split-sentences.ts'
import type { SearchTurn } from './model/search-turn.ts'

/** A sentence of the answer, and its cited sources. */
export type PickedSentence = Pick<AnswerSentence, 'text' | 'cites'>

/** One answer and its display state, for all of its parts. */
export interface TurnContextValue {
  readonly turn: SearchTurn
  readonly sources: readonly SearchSource[]
  /** The sentence whose evidence is shown. */
  readonly picked: PickedSentence | null
  /** Shows the evidence of a sentence; the same one again, or null, hides it. */
  readonly pick: (sentence: PickedSentence | null) => void
  /** Number of the source whose sentences are marked. */
  readonly source: number | null
  readonly showSource: (number: number | null) => void
  /** Numbers of the sources that the next answer excludes. */
  readonly without: ReadonlySet<number>
  readonly toggleSource: (number: number) => void
  /** URLs that the compared answer also has. */
  readonly common: ReadonlySet<string>
}

export const [TurnContext, useTurn] = createPlaygroundContext<TurnContextValue>('answer')
