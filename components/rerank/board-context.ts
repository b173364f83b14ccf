'use client'
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { readBoardResult, type BoardResult } from './model/board-result.ts'
import type { BoardState } from './model/board-state.ts'
import type { BoardStore } from './model/board-store.ts'
import type { BoardView } from './model/board-view.ts'

export const BoardContext = createContext<BoardStore | null>(null)

export function useBoardStore(): BoardStore {
  const store = useContext(BoardContext)
  if (!store) throw new Error('The comparison context is only available within its playground.')
  return store
}

export function useBoard(): BoardState {
  const store = useBoardStore()
  return useSyncExternalStore(store.subscribe, store.read, store.read)
}

/** Results of the runs; null before the first. */
export function useBoardResult(): BoardResult | null {
  const { runs, before, view } = useBoard()
  const { keywords } = view
  return useMemo(() => readBoardResult({ runs, before, keywords }), [runs, before, keywords])
}

/** How the result is displayed, and a setter for it. */
export function useBoardView(): readonly [BoardView, (change: Partial<BoardView>) => void] {
  const store = useBoardStore()
  const { view } = useBoard()
  return [view, change => store.update(board => ({ ...board, view: { ...board.view, ...change } }))]
}
