'use client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Matches } from './model/filter-links.ts'
import type { MapState } from './model/map-state.ts'
import type { MapStore } from './model/map-store.ts'
import type { MapView } from './model/map-view.ts'

export const MapContext = createContext<MapStore | null>(null)

export function useMapStore(): MapStore {
  const store = useContext(MapContext)
  if (!store) throw new Error('The map context is only available within its playground.')
  return store
}

export function useMapState(): MapState {
  const store = useMapStore()
  return useSyncExternalStore(store.subscribe, store.read, store.read)
}

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
