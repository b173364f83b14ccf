import { toBody } from '#components/playground/form/model/draft.ts'
import {
  createPlayground,
  type PlaygroundOptions,
  type PlaygroundStore,
} from '#components/playground/run/model/create-playground.ts'
import type { Run } from '#lib/client/run.ts'
import { createMapReader } from './map-reader.ts'
import { nothingFound } from './found-map.ts'
import type { MapState } from './map-state.ts'
import { initialView } from './map-view.ts'
import { noSelection, chooseLinks } from './selection.ts'
import type { Expansion } from './tree/expansion.ts'
import type { Site } from './tree/site.ts'
import type { SiteTree } from './tree/site-tree.ts'

/** The map of one page, and its actions. */
export interface MapStore extends PlaygroundStore<MapState> {
  /** Sends the request, as a new history entry; no effect during a run. */
  readonly run: () => void
  /** Sends the last request again unchanged, in its history entry. */
  readonly retry: () => void
}

export function createMapStore(options: PlaygroundOptions<MapState>): MapStore {
  const playground = createPlayground(options)
  const { read, update } = playground

  function start(body: string): Run {
    const reader = createMapReader()
    return playground.send(body, run => update(former => withRun(former, run, reader.read(run))))
  }

  return {
    ...playground,
    run() {
      if (playground.runningCount() > 0) return
      const run = start(toBody(read()))
      update(former => ({ ...begin(former, run), entry: playground.newEntry() }))
    },
    retry() {
      const { run: last } = read()
      if (playground.runningCount() > 0 || last === null) return
      const run = start(last.request.body)
      update(former => begin(former, run))
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
