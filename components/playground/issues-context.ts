'use client'
import { createContext, useContext } from 'react'
import type { DraftIssue } from '#lib/client/check-draft.ts'

/** What is wrong with the draft, for editors that show it beside their own fields. */
export const IssuesContext = createContext<readonly DraftIssue[]>([])

/** The mistake within a field of the body, e.g. `query`; its path may lead deeper. */
export function useIssue(field: string): DraftIssue | null {
  return useContext(IssuesContext).find(({ path }) => path.split('.')[0] === field) ?? null
}
