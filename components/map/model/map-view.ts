import { allOpen, type Expansion, openTo } from './tree/expansion.ts'
import { type LinkFilter, noFilter } from './link-filter.ts'

export const mapShapes = ['tree', 'list', 'treemap', 'diff'] as const
export type MapShape = (typeof mapShapes)[number]

/** How the result is looked at. */
export interface MapView {
  readonly shape: MapShape
  readonly filter: LinkFilter
  /** Without a filter: its hosts are open at first. */
  readonly expansion: Expansion
  /** With a filter, where everything it shows is open at first. */
  readonly filteredExpansion: Expansion
}

export const initialView: MapView = {
  shape: 'tree',
  filter: noFilter,
  expansion: openTo(1),
  filteredExpansion: allOpen,
}
