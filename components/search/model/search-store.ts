import { toBody } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'
import { type RunHandle, type StartRun, startRun } from '#lib/client/send.ts'
import { createStateStore, type StateStore } from '#lib/client/state-store.ts'
import { readHistoryTurns, withHistoryTurns } from './history-pairs.ts'
import { createSearchReader } from './search-reader.ts'
import { findTurn, formerTurns, type SearchState, toSearchDraft, withQuestion } from './search-state.ts'
import { questionOf, type SearchTurn, sentBody } from './search-turn.ts'

/**
 * The searches of one page: their state, and every action that starts one. Nothing runs without an action.
 */
export interface SearchStore extends StateStore<SearchState> {
  /** Sends the request; with a second setting twice. No effect during a run. */
  readonly run: () => void
  /** Sends the last request again unchanged, in its history entry. */
  readonly retry: () => void
  /** Sends a follow-up question to the current turn. */
  readonly followUp: (question: string) => void
  /** Runs an earlier turn again with an edited question; later turns are discarded. */
  readonly editTurn: (index: number, question: string) => void
  readonly stop: () => void
  /** Stops and opens another state; late responses of the old runs change nothing. */
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
    // Anything except a follow-up is a new entry: earlier answers stay in the history.
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
    // With the settings of the last request: the editor may contain an unrelated question.
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
    editTurn(index, question) {
      ask(question, formerTurns(read()).slice(0, index))
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
