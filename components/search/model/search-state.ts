import { fieldAt, withFieldAt } from '#components/playground/form/model/body-field.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { HandoffOrigin } from '#components/playground/handoff/model/handoff.ts'
import { type HistoryTurn, readHistoryTurns } from './history-pairs.ts'
import { type Setting, settingOf, withSetting } from './second-setting.ts'
import { questionOf, type SearchTurn, sentBody } from './search-turn.ts'

/** State of the search playground of one page. */
export interface SearchState {
  /** The request of the turn: the fields the user set, plus the page's own defaults. */
  readonly body: Draft['body']
  /** The follow-up question that is being written. */
  readonly next: string
  /** The second setting to compare with; null: no comparison. */
  readonly second: Setting | null
  /** The last turn; null before the first. */
  readonly turn: SearchTurn | null
  /** The same question with the second setting. */
  readonly other: SearchTurn | null
  /** Earlier turns of this conversation, as far as this page has them, oldest first. */
  readonly former: readonly SearchTurn[]
  /** The history entry of the turns; null before the first. */
  readonly entry: { readonly id: string; readonly createdAt: number } | null
  /** The turns are from the history: displayed, but not announced. */
  readonly restored: boolean
  /** Origin of the request when another playground sent it. */
  readonly origin: HandoffOrigin | null
}

/** The page's own defaults, until the user unsets them: a streamed answer with its steps. */
export const pageBody = { model: 'sextant-ai-search', stream: true, details: true } as const

export function emptySearch(body: Draft['body'] = pageBody): SearchState {
  return {
    body,
    next: '',
    second: null,
    turn: null,
    other: null,
    former: [],
    entry: null,
    restored: false,
    origin: null,
  }
}

/** The request in the playground's shared draft format; the second setting is another body next to it. */
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

/** Applies a draft that was edited, or opened from a link, an example or the history. */
export function applyDraft(state: SearchState, { body, others, origin }: Draft): SearchState {
  const [other] = others ?? []
  return {
    ...state,
    body,
    second: other === undefined ? null : settingOf(other),
    origin: origin ?? null,
  }
}

/** An earlier turn: with all of its results, if this page has them. */
export interface FormerTurn extends HistoryTurn {
  readonly turn: SearchTurn | null
}

/** The earlier turns, from the request of the current one. */
export function formerTurns({ turn, former }: Pick<SearchState, 'turn' | 'former'>): readonly FormerTurn[] {
  if (turn === null) return []
  return readHistoryTurns(sentBody(turn.run)).map(earlier => ({
    ...earlier,
    turn: findTurn(former, earlier),
  }))
}

export function findTurn(turns: readonly SearchTurn[], { question, answer }: HistoryTurn): SearchTurn | null {
  return turns.find(turn => turn.found.content === answer && questionOf(turn) === question) ?? null
}

/** Whether the composer asks the next question of the shown conversation, and not another first one. */
export function asksFollowUp({
  body,
  second,
  turn,
  other,
}: Pick<SearchState, 'body' | 'second' | 'turn' | 'other'>): boolean {
  if (turn === null || other !== null || second !== null) return false
  const hasAnswer = turn.run.state === 'done' && turn.found.content !== ''
  return (turn.run.state === 'running' || hasAnswer) && fieldAt(body, 'params.query') === questionOf(turn)
}

/** The request body for a follow-up question. */
export function withQuestion(body: Draft['body'], question: string): Draft['body'] {
  return withFieldAt(body, 'params.query', question)
}
