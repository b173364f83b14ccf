import { allOpen, type Expansion, openTo } from './tree/expansion.ts'
import { type LinkFilter, noFilter } from './link-filter.ts'

export const mapShapes = ['tree', 'list', 'treemap', 'diff'] as const
export type MapShape = (typeof mapShapes)[number]

/** Display settings of the result. */
export interface MapView {
  readonly shape: MapShape
  readonly filter: LinkFilter
  /** Without a filter: hosts are expanded initially. */
  readonly expansion: Expansion
  /** With a filter: all matches are expanded initially. */
  readonly filteredExpansion: Expansion
}

export const initialView: MapView = {
  shape: 'tree',
  filter: noFilter,
  expansion: openTo(1),
  filteredExpansion: allOpen,
}
