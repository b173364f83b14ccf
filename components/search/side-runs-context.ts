'use client'
import { createContext, useContext } from 'react'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'

/** A request next to the search: an answer from fewer sources, or a sentence check. */
export interface SideRun {
  readonly draft: Draft
  readonly run: Run | null
}

/** Reports a side request to the playground layout, so that HTTP and Code can show it; null: none. */
export type TellSideRun = (kind: 'chat' | 'rerank', side: SideRun | null) => void

export const SideRunsContext = createContext<TellSideRun>(() => {})

export function useTellSideRun(): TellSideRun {
  return useContext(SideRunsContext)
}
