import { isRecord } from '#lib/read-json.ts'
import { type Coloring, initialState, type ViewerState } from './viewer-state.ts'

type LinkView = Pick<ViewerState, 'view' | 'chosenColoring'>

const views: readonly ViewerState['view'][] = ['map', 'table', 'matrix', 'health', 'dimensions', 'agreement']
const colorings: readonly Coloring[] = ['group', 'cluster', 'trust']

/** View settings as stored in a link: differences from the defaults; null without any. */
export function writeLinkView({ view, chosenColoring }: LinkView): Record<string, unknown> | null {
  const written = {
    ...(view !== initialState.view && { view }),
    ...(chosenColoring !== null && { coloring: chosenColoring }),
  }
  return Object.keys(written).length === 0 ? null : written
}

/** Parses the output of `writeLinkView`; missing or invalid parts fall back to the defaults. */
export function readLinkView(value: unknown): LinkView {
  const fields = isRecord(value) ? value : {}
  return {
    view: views.find(view => view === fields['view']) ?? initialState.view,
    chosenColoring: colorings.find(coloring => coloring === fields['coloring']) ?? null,
  }
}

/** Coloring of the rows: the selected one if available, otherwise groups before clusters. */
export function coloringFor(chosen: Coloring | null, grouped: boolean): Coloring {
  if (chosen !== null && (grouped || chosen !== 'group')) return chosen
  return grouped ? 'group' : 'cluster'
}
