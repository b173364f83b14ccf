'use client'
import { createContext } from 'react'
import type { Run } from '#lib/client/run.ts'

export interface Reading {
  /** URL of the page in the panel; null: the panel is closed. */
  readonly url: string | null
  readonly open: (url: string | null) => void
  /** Receives changes of the panel's own run. */
  readonly onRun: (run: Run) => void
}

/** The page shown in the panel. */
export const ReadingContext = createContext<Reading>({ url: null, open: () => {}, onRun: () => {} })
