'use client'
import { useSyncExternalStore } from 'react'
import { createPlaygroundContext } from '#components/playground/layout/playground-context.ts'
import type { Viewer } from './state/viewer.ts'
import { initialState, type ViewerState } from './state/viewer-state.ts'

export const [ViewerContext, useViewer] = createPlaygroundContext<Viewer>('viewer')

/** Re-renders when the selected part changes; `select` must be stable for the same state. */
export function useViewerState<Part>(select: (state: ViewerState) => Part): Part {
  const { store } = useViewer()
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.read()),
    () => select(initialState),
  )
}

/** Updates the view settings. */
export function useChoose(): (choice: Partial<ViewerState>) => void {
  const { store } = useViewer()
  return choice => store.update(state => ({ ...state, ...choice }))
}
