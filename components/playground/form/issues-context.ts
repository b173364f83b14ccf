'use client'
import { createContext, useContext } from 'react'
import { isWithin } from './model/body-field.ts'
import type { DraftIssue } from './model/check-draft.ts'

/** The draft's validation issues, for editors that show them next to their own fields. */
export const IssuesContext = createContext<readonly DraftIssue[]>([])

/** The issue of a field of the body such as `query` or `params.url`; its path may be deeper. */
export function useIssue(field: string): DraftIssue | null {
  return useContext(IssuesContext).find(({ path }) => isWithin(path, field)) ?? null
}
