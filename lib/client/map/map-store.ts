import { toBody } from '#lib/client/draft.ts'
import type { Run } from '#lib/client/run.ts'
import { startRun, type RunHandle, type RunObserver, type RunRequest } from '#lib/client/send.ts'
import { carryOver } from './carry-over.ts'
import { createMapReader } from './map-reader.ts'
import { nothingFound } from './found-map.ts'
import type { MapState } from './map-state.ts'
import { initialView } from './map-view.ts'
import { noSelection } from './selection.ts'

export type StartRun = (request: RunRequest, observer: RunObserver) => RunHandle

/** The map of one page: its state, and every act that starts a run. Nothing runs but by these acts. */
export interface MapStore {
  readonly read: () => MapState
  readonly subscribe: (listener: () => void) => () => void
  readonly update: (change: (state: MapState) => MapState) => void
  /** Sends the request, as a new line of history; nothing while one goes on. */
  readonly run: () => void
  /** Sends what the last run sent, word for word, in its line of history. */
  readonly retry: () => void
  readonly stop: () => void
  /** Stops, and shows something else: what still arrives of the old run changes nothing. */
  readonly open: (state: MapState) => void
}

export interface MapStoreOptions {
  readonly initial: MapState
  readonly path: string
  readonly newId: () => string
  readonly now?: () => number
  readonly send?: StartRun
}

export function createMapStore(options: MapStoreOptions): MapStore {
  const { path, newId, now = Date.now, send = startRun } = options
  let state = options.initial
  let handle: RunHandle | null = null
  const listeners = new Set<() => void>()
  const update: MapStore['update'] = change => {
    const next = change(state)
    if (next === state) return
    state = next
    listeners.forEach(listener => listener())
  }

  function start(body: string): Run {
    const reader = createMapReader()
    const mine = send(
      { path, body },
      {
        onUpdate(run) {
          if (handle !== mine) return
          if (run.state !== 'running') handle = null
          update(former => withRun(former, run, reader.read(run)))
        },
      },
    )
    handle = mine
    return mine.current()
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    update,
    run() {
      if (handle !== null) return
      const run = start(toBody(state))
      update(former => ({ ...begin(former, run), entry: { id: newId(), createdAt: now() } }))
    },
    retry() {
      if (handle !== null || state.run === null) return
      const run = start(state.run.request.body)
      update(former => begin(former, run))
    },
    stop: () => handle?.stop(),
    open(next) {
      const left = handle
      handle = null
      left?.stop()
      update(() => next)
    },
  }
}

/** A map has its own links: what was chosen, opened and searched in the former one means nothing in it. */
function begin(state: MapState, run: Run): MapState {
  const view = { ...initialView, shape: state.view.shape }
  return { ...state, run, found: nothingFound(), view, selection: noSelection, restored: false }
}

function withRun(state: MapState, run: Run, found: MapState['found']): MapState {
  const sameNumbers = found.site.places === state.found.site.places
  return { ...state, ...(!sameNumbers && carryOver(state, found.site)), run, found }
}
