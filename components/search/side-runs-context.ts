'use client'
import { createContext, useContext } from 'react'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'

/** A request beside the search: an answer from fewer sources, or the check of a sentence. */
export interface SideRun {
  readonly draft: Draft
  readonly run: Run | null
}

/** Tells the bench what ran beside the search, so that Wire and Code can show it; null: nothing any more. */
export type TellSideRun = (kind: 'chat' | 'rerank', side: SideRun | null) => void

export const SideRunsContext = createContext<TellSideRun>(() => {})

export function useTellSideRun(): TellSideRun {
  return useContext(SideRunsContext)
}
