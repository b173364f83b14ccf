import { toBody } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'
import { startRun, type RunHandle, type StartRun } from '#lib/client/send.ts'
import { createStateStore, type StateStore } from '#lib/client/state-store.ts'
import { createMapReader } from './map-reader.ts'
import { nothingFound } from './found-map.ts'
import type { MapState } from './map-state.ts'
import { initialView } from './map-view.ts'
import { noSelection, chooseLinks } from './selection.ts'
import type { Expansion } from './tree/expansion.ts'
import type { Site } from './tree/site.ts'
import type { SiteTree } from './tree/site-tree.ts'

/** The map of one page: its state, and every act that starts a run. Nothing runs but by these acts. */
export interface MapStore extends StateStore<MapState> {
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
  const { read, subscribe, update } = createStateStore(options.initial)
  let handle: RunHandle | null = null

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
    read,
    subscribe,
    update,
    run() {
      if (handle !== null) return
      const run = start(toBody(read()))
      update(former => ({ ...begin(former, run), entry: { id: newId(), createdAt: now() } }))
    },
    retry() {
      const { run: last } = read()
      if (handle !== null || last === null) return
      const run = start(last.request.body)
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

/** What was chosen and opened, in a site whose links and nodes have other numbers. What it has not, is gone. */
function carryOver(state: MapState, site: Site): Pick<MapState, 'selection' | 'view'> {
  const { selection, view } = state
  const before = state.found.site
  const links = before.links.flatMap(({ url }, link) =>
    selection.mask[link] === 1 ? [site.places.get(url) ?? -1] : [],
  )
  return {
    selection: chooseLinks(
      noSelection,
      site.tree,
      links.filter(link => link !== -1),
      true,
    ),
    view: {
      ...view,
      expansion: toExpansion(view.expansion, before.tree, site.tree),
      filteredExpansion: toExpansion(view.filteredExpansion, before.tree, site.tree),
    },
  }
}

function toExpansion({ levels, toggled }: Expansion, before: SiteTree, tree: SiteTree): Expansion {
  const nodes = [...toggled].map(node => tree.find(before.path(node)))
  return { levels, toggled: new Set(nodes.filter(node => node !== -1)) }
}
