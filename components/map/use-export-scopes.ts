'use client'
import { type Selection, selectShown } from '#lib/client/map/selection.ts'
import { useMapState, useMatches } from './map-context.ts'

export interface ExportScope {
  readonly id: 'selected' | 'filtered' | 'all'
  readonly label: string
  readonly count: number
  /** Made when it is asked for. */
  readonly select: () => Selection
}

/** What can be taken away, the narrowest first: the selection, what the filter shows, all. */
export function useExportScopes(): readonly ExportScope[] {
  const { found, selection } = useMapState()
  const matches = useMatches()
  const { tree, links } = found.site
  const all: ExportScope = {
    id: 'all',
    label: 'All',
    count: links.length,
    select: () => selectShown(tree, null),
  }
  const filtered: ExportScope | null = matches && {
    id: 'filtered',
    label: 'Filtered',
    count: matches.count,
    select: () => selectShown(tree, matches),
  }
  const selected: ExportScope | null =
    selection.count === 0
      ? null
      : { id: 'selected', label: 'Selected', count: selection.count, select: () => selection }
  return [selected, filtered, all].filter(scope => scope !== null)
}
