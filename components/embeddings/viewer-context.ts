'use client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { Viewer } from './state/viewer.ts'
import { initialState, type ViewerState } from './state/viewer-state.ts'

export const ViewerContext = createContext<Viewer | null>(null)
export const ContractContext = createContext<ContractInfo | null>(null)

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('The viewer context is only available within its playground.')
  return viewer
}

export function useContract(): ContractInfo {
  const contract = useContext(ContractContext)
  if (!contract) throw new Error('The contract context is only available within its playground.')
  return contract
}

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
