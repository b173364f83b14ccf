import { toBody } from '#components/playground/form/model/draft.ts'
import {
  createPlayground,
  type PlaygroundOptions,
  type PlaygroundStore,
} from '#components/playground/run/model/create-playground.ts'
import { readHistoryTurns, withHistoryTurns } from './history-pairs.ts'
import { createSearchReader } from './search-reader.ts'
import {
  asksFollowUp,
  findTurn,
  formerTurns,
  type SearchState,
  toSearchDraft,
  withQuestion,
} from './search-state.ts'
import { questionOf, type SearchTurn, sentBody } from './search-turn.ts'

/** The searches of one page, and their actions. */
export interface SearchStore extends PlaygroundStore<SearchState> {
  /** Sends the follow-up that is written, or the request; with a second setting twice. No effect during a run. */
  readonly run: () => void
  /** Sends the last request again unchanged, in its history entry. */
  readonly retry: () => void
  /** Sends a follow-up question to the current turn. */
  readonly followUp: (question: string) => void
  /** Runs an earlier turn again with an edited question; later turns are discarded. */
  readonly editTurn: (index: number, question: string) => void
}

export function createSearchStore(options: PlaygroundOptions<SearchState>): SearchStore {
  const playground = createPlayground(options)
  const { read, update } = playground

  function start(column: 'turn' | 'other', body: string): SearchTurn {
    const reader = createSearchReader()
    const run = playground.send(body, changed => {
      const turn = { run: changed, found: reader.read(changed) }
      update(former => ({ ...former, [column]: turn }))
    })
    return { run, found: reader.read(run) }
  }

  function begin(): void {
    if (playground.runningCount() > 0) return
    const before = read()
    const { body, others } = toSearchDraft(before)
    const told = readHistoryTurns(body)
    const known = before.turn === null ? before.former : [...before.former, before.turn]
    const former = told.flatMap(turn => findTurn(known, turn) ?? [])
    const [other] = others ?? []
    const turn = start('turn', toBody({ body }))
    const second = other === undefined ? null : start('other', toBody({ body: other }))
    // Anything except a follow-up is a new entry: earlier answers stay in the history.
    const goesOn = before.turn !== null && former.at(-1) === before.turn
    update(state => ({
      ...state,
      next: '',
      turn,
      other: second,
      former,
      entry: goesOn ? before.entry : playground.newEntry(),
      restored: false,
    }))
  }

  function ask(question: string, turns: Parameters<typeof withHistoryTurns>[1]): void {
    const { turn } = read()
    if (turn === null || playground.runningCount() > 0) return
    // With the settings of the last request where the composer holds an unrelated one.
    const settings = asksFollowUp(read()) ? read().body : sentBody(turn.run)
    const body = withQuestion(withHistoryTurns(settings, turns), question)
    update(state => ({ ...state, body }))
    begin()
  }

  function followUp(question: string): void {
    const { turn } = read()
    if (turn === null) return
    const earlier = readHistoryTurns(sentBody(turn.run))
    ask(question, [...earlier, { question: questionOf(turn), answer: turn.found.content }])
  }

  return {
    ...playground,
    run() {
      const next = read().next.trim()
      if (next !== '' && asksFollowUp(read())) return followUp(next)
      begin()
    },
    retry() {
      const { turn, other } = read()
      if (playground.runningCount() > 0 || turn === null) return
      const again = start('turn', turn.run.request.body)
      const second = other && start('other', other.run.request.body)
      update(state => ({ ...state, turn: again, other: second, restored: false }))
    },
    followUp,
    editTurn(index, question) {
      ask(question, formerTurns(read()).slice(0, index))
    },
  }
}
