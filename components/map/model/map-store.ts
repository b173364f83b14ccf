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

/** The map of one page: its state, and every action that starts a run. Nothing runs without an action. */
export interface MapStore extends StateStore<MapState> {
  /** Sends the request, as a new history entry; no effect during a run. */
  readonly run: () => void
  /** Sends the last request again unchanged, in its history entry. */
  readonly retry: () => void
  readonly stop: () => void
  /** Stops and opens another state; late responses of the old run change nothing. */
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

/** Selection, expansion and filter of the previous map do not apply to a new one. */
function begin(state: MapState, run: Run): MapState {
  const view = { ...initialView, shape: state.view.shape }
  return { ...state, run, found: nothingFound(), view, selection: noSelection, restored: false }
}

function withRun(state: MapState, run: Run, found: MapState['found']): MapState {
  const sameNumbers = found.site.indexByUrl === state.found.site.indexByUrl
  return { ...state, ...(!sameNumbers && carryOver(state, found.site)), run, found }
}

/** Selection and expansion, mapped to a site with other link and node numbers. Missing links are dropped. */
function carryOver(state: MapState, site: Site): Pick<MapState, 'selection' | 'view'> {
  const { selection, view } = state
  const before = state.found.site
  const links = before.links.flatMap(({ url }, link) =>
    selection.mask[link] === 1 ? [site.indexByUrl.get(url) ?? -1] : [],
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
