'use client'
import { createContext, useContext } from 'react'
import {
  createPlaygroundContext,
  usePlaygroundState,
} from '#components/playground/layout/playground-context.ts'
import type { Matches } from './model/filter-links.ts'
import type { MapState } from './model/map-state.ts'
import type { MapStore } from './model/map-store.ts'
import type { MapView } from './model/map-view.ts'

export const [MapContext, useMapStore] = createPlaygroundContext<MapStore>('map')

export const useMapState = (): MapState => usePlaygroundState(useMapStore())

/** Display settings of the result, and a setter for them. */
export function useMapView(): readonly [MapView, (change: Partial<MapView>) => void] {
  const store = useMapStore()
  const { view } = useMapState()
  return [view, change => store.update(state => ({ ...state, view: { ...state.view, ...change } }))]
}

/** The filtered links; null: no filter. Computed once for all views. */
export const MatchesContext = createContext<Matches | null>(null)

export function useMatches(): Matches | null {
  return useContext(MatchesContext)
}
