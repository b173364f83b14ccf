import { toBody } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'
import { type RunHandle, type StartRun, startRun } from '#lib/client/send.ts'
import { createStateStore, type StateStore } from '#lib/client/state-store.ts'
import { readHistoryTurns, withHistoryTurns } from './history-pairs.ts'
import { createSearchReader } from './search-reader.ts'
import { findTurn, formerTurns, type SearchState, toSearchDraft, withQuestion } from './search-state.ts'
import { questionOf, type SearchTurn, sentBody } from './search-turn.ts'

/** The searches of one page: their state, and every act that starts one. Nothing runs but by these acts. */
export interface SearchStore extends StateStore<SearchState> {
  /** Asks what the request says; with a second setting twice. Nothing while one goes on. */
  readonly run: () => void
  /** Sends what the last turn sent, word for word, in its line of history. */
  readonly retry: () => void
  /** Asks another question after the turn that is shown. */
  readonly followUp: (question: string) => void
  /** Asks an earlier turn again in other words; what came after it is left behind. */
  readonly editTurn: (place: number, question: string) => void
  readonly stop: () => void
  /** Stops, and shows something else: what still arrives of the old runs changes nothing. */
  readonly open: (state: SearchState) => void
}

export interface SearchStoreOptions {
  readonly initial: SearchState
  readonly path: string
  readonly newId: () => string
  readonly now?: () => number
  readonly send?: StartRun
}

type Column = 'turn' | 'other'

export function createSearchStore(options: SearchStoreOptions): SearchStore {
  const { path, newId, now = Date.now, send = startRun } = options
  const { read, subscribe, update } = createStateStore(options.initial)
  const handles = new Map<Column, RunHandle>()

  function start(column: Column, body: string): SearchTurn {
    const reader = createSearchReader()
    const mine = send(
      { path, body },
      {
        onUpdate(run) {
          if (handles.get(column) !== mine) return
          if (run.state !== 'running') handles.delete(column)
          const turn = { run, found: reader.read(run) }
          update(former => ({ ...former, [column]: turn }))
        },
      },
    )
    handles.set(column, mine)
    const run: Run = mine.current()
    return { run, found: reader.read(run) }
  }

  function begin(): void {
    if (handles.size > 0) return
    const before = read()
    const { body, others } = toSearchDraft(before)
    const told = readHistoryTurns(body)
    const known = before.turn === null ? before.former : [...before.former, before.turn]
    const former = told.flatMap(turn => findTurn(known, turn) ?? [])
    const [other] = others ?? []
    const turn = start('turn', toBody({ body }))
    const second = other === undefined ? null : start('other', toBody({ body: other }))
    // Anything but the next question is a line of its own: what was answered before stays in the history.
    const goesOn = before.turn !== null && former.at(-1) === before.turn
    update(state => ({
      ...state,
      turn,
      other: second,
      former,
      entry: goesOn ? before.entry : { id: newId(), createdAt: now() },
      restored: false,
    }))
  }

  function ask(question: string, turns: Parameters<typeof withHistoryTurns>[1]): void {
    const { turn } = read()
    if (turn === null || handles.size > 0) return
    // In the settings that were asked with: what is in the editor by now may be another question altogether.
    const body = withQuestion(withHistoryTurns(sentBody(turn.run), turns), question)
    update(state => ({ ...state, body }))
    begin()
  }

  return {
    read,
    subscribe,
    update,
    run: begin,
    retry() {
      const { turn, other } = read()
      if (handles.size > 0 || turn === null) return
      const again = start('turn', turn.run.request.body)
      const second = other && start('other', other.run.request.body)
      update(state => ({ ...state, turn: again, other: second, restored: false }))
    },
    followUp(question) {
      const { turn } = read()
      if (turn === null) return
      const earlier = readHistoryTurns(sentBody(turn.run))
      ask(question, [...earlier, { question: questionOf(turn), answer: turn.found.content }])
    },
    editTurn(place, question) {
      ask(question, formerTurns(read()).slice(0, place))
    },
    stop: () => handles.forEach(handle => handle.stop()),
    open(next) {
      const left = [...handles.values()]
      handles.clear()
      left.forEach(handle => handle.stop())
      update(() => next)
    },
  }
}
