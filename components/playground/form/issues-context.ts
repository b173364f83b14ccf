'use client'
import { createContext, useContext } from 'react'
import { isWithin } from './model/body-field.ts'
import type { DraftIssue } from './model/check-draft.ts'

/** What is wrong with the draft, for editors that show it beside their own fields. */
export const IssuesContext = createContext<readonly DraftIssue[]>([])

/** The mistake within a field of the body, e.g. `query` or `params.url`; its path may lead deeper. */
export function useIssue(field: string): DraftIssue | null {
  return useContext(IssuesContext).find(({ path }) => isWithin(path, field)) ?? null
}
