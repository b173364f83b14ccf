'use client'
import { useState } from 'react'
import { checkDraft, type DraftIssue } from '#lib/client/check-draft.ts'
import type { Draft } from '#lib/client/draft.ts'

const none: readonly DraftIssue[] = []

/** The contract's own opinion of the draft: asked on Run and, once there was a mistake or a field was left, again. */
export function useDraftCheck(draft: Draft) {
  const [checked, setChecked] = useState<{ contract: string; issues: readonly DraftIssue[] }>()
  const issues = checked?.contract === draft.contract ? checked.issues : none

  async function check(subject: Draft): Promise<readonly DraftIssue[]> {
    // Where the validator cannot be loaded the API has the only word.
    const found = await checkDraft(subject).catch(() => none)
    setChecked({ contract: subject.contract, issues: found })
    return found
  }
  /** On blur: a field that was never filled is not a mistake until Run. */
  async function recheck(subject: Draft): Promise<void> {
    const found = await checkDraft(subject)
    setChecked(before => {
      // As it stands now: what Run found may not have been drawn when the field was left.
      const shown = before?.contract === subject.contract ? before.issues : none
      const known = new Set(shown.map(issue => issue.path))
      return {
        contract: subject.contract,
        issues: found.filter(issue => known.has(issue.path) || issue.code !== 'missing_required_parameter'),
      }
    })
  }
  return { issues, check, recheck }
}
