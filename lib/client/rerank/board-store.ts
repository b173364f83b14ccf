import { toBody } from '#lib/client/draft.ts'
import type { Run } from '#lib/client/run.ts'
import { startRun, type RunHandle, type RunObserver, type RunRequest } from '#lib/client/send.ts'
import type { BoardState } from './board-state.ts'

export type StartRun = (request: RunRequest, observer: RunObserver) => RunHandle

/** The board of one page: its state, and every act that starts a run. Nothing runs but by these acts. */
export interface BoardStore {
  readonly read: () => BoardState
  readonly subscribe: (listener: () => void) => () => void
  readonly update: (change: (board: BoardState) => BoardState) => void
  /** Sends the request to each model, as a new line of history. */
  readonly run: () => void
  /** Sends the request of one run again, word for word, so that it stays comparable with its neighbours. */
  readonly retry: (place: number) => void
  readonly stop: () => void
  /** Stops all, and shows something else: what still arrives of the old runs changes nothing. */
  readonly open: (board: BoardState) => void
}

export interface BoardStoreOptions {
  readonly initial: BoardState
  readonly path: string
  readonly newId: () => string
  readonly now?: () => number
  readonly send?: StartRun
}

export function createBoardStore(options: BoardStoreOptions): BoardStore {
  const { path, newId, now = Date.now, send = startRun } = options
  let board = options.initial
  let handles = new Map<string, RunHandle>()
  const listeners = new Set<() => void>()
  const update: BoardStore['update'] = change => {
    const next = change(board)
    if (next === board) return
    board = next
    listeners.forEach(listener => listener())
  }

  function start(body: string): Run {
    const mine = handles
    const handle = send(
      { path, body },
      {
        onUpdate(run) {
          if (mine !== handles) return
          if (run.state !== 'running') handles.delete(run.id)
          update(({ runs, ...rest }) => ({
            ...rest,
            runs: runs.map(each => (each.id === run.id ? run : each)),
          }))
        },
      },
    )
    handles.set(handle.id, handle)
    return handle.current()
  }

  return {
    read: () => board,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    update,
    run() {
      if (handles.size > 0) return
      const { body, rivals } = board
      const bodies = [body, ...rivals.map(model => ({ ...body, model }))]
      const runs = bodies.map(each => start(toBody({ body: each })))
      const entry = { id: newId(), createdAt: now() }
      update(({ runs: before, ...rest }) => ({ ...rest, runs, before, entry, restored: false }))
    },
    retry(place) {
      const failed = board.runs[place]
      if (failed === undefined || handles.has(failed.id)) return
      const run = start(failed.request.body)
      update(({ runs, ...rest }) => ({
        ...rest,
        runs: runs.with(place, run),
        restored: false,
      }))
    },
    stop: () => handles.forEach(handle => handle.stop()),
    open(next) {
      const left = handles
      handles = new Map()
      left.forEach(handle => handle.stop())
      update(() => next)
    },
  }
}
