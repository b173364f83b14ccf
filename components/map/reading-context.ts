'use client'
import { createContext } from 'react'
import type { Run } from '#lib/client/run.ts'

export interface Reading {
  /** Address of the page in the panel; null: the panel is closed. */
  readonly url: string | null
  readonly open: (url: string | null) => void
  /** Hears of the panel's own run. */
  readonly onRun: (run: Run) => void
}

/** Which page of the map is read beside it. */
export const ReadingContext = createContext<Reading>({ url: null, open: () => {}, onRun: () => {} })
