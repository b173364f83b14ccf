import { withFieldAt } from '#components/playground/form/model/body-field.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { ParcelOrigin } from '#components/playground/handoff/model/parcel.ts'
import { type HistoryTurn, readHistoryTurns } from './history-pairs.ts'
import { type Setting, settingOf, withSetting } from './second-setting.ts'
import { questionOf, type SearchTurn, sentBody } from './search-turn.ts'

/** The search playground of one page. */
export interface SearchState {
  /** The request of the turn that is asked: only what the user set, and what the page asks for to show more. */
  readonly body: Draft['body']
  /** The second setting to ask the same with; null: nothing is compared. */
  readonly second: Setting | null
  /** What was asked last; null before the first. */
  readonly turn: SearchTurn | null
  /** The same question with the second setting. */
  readonly other: SearchTurn | null
  /** Earlier turns of this conversation, as far as this page knows them, oldest first. */
  readonly former: readonly SearchTurn[]
  /** The line of history that the turns belong to; null before the first. */
  readonly entry: { readonly id: string; readonly createdAt: number } | null
  /** The turns are from the history: they are shown, and nothing is said of them. */
  readonly restored: boolean
  /** Where the request came from, when another playground sent it. */
  readonly origin: ParcelOrigin | null
}

/** What the page asks for by itself, until the user unsets it: the answer while it is written, and what was done for it. */
export const pageBody = { model: 'sextant-ai-search', stream: true, details: true } as const

export function emptySearch(body: Draft['body'] = pageBody): SearchState {
  return {
    body,
    second: null,
    turn: null,
    other: null,
    former: [],
    entry: null,
    restored: false,
    origin: null,
  }
}

/** The request as every part of the bench knows it; the second setting is another body beside it. */
export function toSearchDraft({
  body,
  second,
  origin,
}: Pick<SearchState, 'body' | 'second' | 'origin'>): Draft {
  return {
    contract: 'search',
    body,
    ...(second !== null && { others: [withSetting(body, second)] }),
    ...(origin !== null && { origin }),
  }
}

/** Takes over a draft that was edited, or came with a link, an example or the history. */
export function applyDraft(state: SearchState, { body, others, origin }: Draft): SearchState {
  const [other] = others ?? []
  return {
    ...state,
    body,
    second: other === undefined ? null : settingOf(other),
    origin: origin ?? null,
  }
}

/** A turn that came before the one that is shown: with all that it found, where this page knows it. */
export interface FormerTurn extends HistoryTurn {
  readonly turn: SearchTurn | null
}

/** The turns before the one that is shown, as its request told them. */
export function formerTurns({ turn, former }: Pick<SearchState, 'turn' | 'former'>): readonly FormerTurn[] {
  if (turn === null) return []
  return readHistoryTurns(sentBody(turn.run)).map(told => ({ ...told, turn: findTurn(former, told) }))
}

export function findTurn(turns: readonly SearchTurn[], { question, answer }: HistoryTurn): SearchTurn | null {
  return turns.find(turn => turn.found.content === answer && questionOf(turn) === question) ?? null
}

/** The body that asks a question after everything that was said. */
export function withQuestion(body: Draft['body'], question: string): Draft['body'] {
  return withFieldAt(body, 'params.query', question)
}
