import { isObject } from '#lib/client/json-value.ts'
import { type Coloring, initialState, type ViewerState } from './viewer-state.ts'

type LinkView = Pick<ViewerState, 'view' | 'chosenColoring'>

const views: readonly ViewerState['view'][] = ['map', 'table', 'matrix', 'health', 'dimensions', 'agreement']
const colorings: readonly Coloring[] = ['group', 'cluster', 'trust']

/** How the result is looked at, as a link carries it: what differs from the beginning; null where nothing does. */
export function writeLinkView({ view, chosenColoring }: LinkView): Record<string, unknown> | null {
  const written = {
    ...(view !== initialState.view && { view }),
    ...(chosenColoring !== null && { coloring: chosenColoring }),
  }
  return Object.keys(written).length === 0 ? null : written
}

/** Reads what `writeLinkView` wrote; what is missing or not understood is as at the beginning. */
export function readLinkView(value: unknown): LinkView {
  const fields = isObject(value) ? value : {}
  return {
    view: views.find(view => view === fields['view']) ?? initialState.view,
    chosenColoring: colorings.find(coloring => coloring === fields['coloring']) ?? null,
  }
}

/** What colours the rows: what was chosen where there is such a thing, else groups before clusters. */
export function coloringFor(chosen: Coloring | null, grouped: boolean): Coloring {
  if (chosen !== null && (grouped || chosen !== 'group')) return chosen
  return grouped ? 'group' : 'cluster'
}
