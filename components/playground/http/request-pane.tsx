'use client'

import dynamic from 'next/dynamic'
import { lazy, type ReactNode, Suspense } from 'react'
import type { DraftIssue } from '#components/playground/form/model/check-draft.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { IssuesContext } from '#components/playground/form/issues-context.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'

const JsonView = lazy(() => import('./json-view.tsx').then(module => ({ default: module.JsonView })))
// After hydration: what the page is about comes first.
const ContractForm = dynamic(
  () => import('#components/playground/form/contract-form.tsx').then(module => module.ContractForm),
  { ssr: false, loading: () => <div className="min-h-40" /> },
)

export interface RequestPaneProps {
  /** Shows the whole body as text instead of the form. */
  asJson: boolean
  contract: ContractInfo
  draft: Draft
  onDraftChange: (draft: Draft) => void
  editor: ReactNode
  ownFields: readonly string[]
  firstParameters: readonly string[]
  extraParameter: ReactNode
  issues: readonly DraftIssue[]
  onCheck: () => void
  onJsonProblem: (problem: string | null) => void
}

export function RequestPane(props: RequestPaneProps) {
  const { contract, draft, onDraftChange, editor, ownFields, issues, onCheck, onJsonProblem } = props
  if (props.asJson) {
    return (
      <Suspense>
        <JsonView draft={draft} onDraftChange={onDraftChange} onProblem={onJsonProblem} />
      </Suspense>
    )
  }
  return (
    <div className="scroll h-full">
      <div className="flex flex-col gap-5 px-4 py-3.5" onBlur={onCheck}>
        <IssuesContext value={issues}>{editor}</IssuesContext>
        <ContractForm
          contract={contract}
          draft={draft}
          onDraftChange={onDraftChange}
          exclude={ownFields}
          first={props.firstParameters}
          extra={props.extraParameter}
          issues={issues}
        />
      </div>
    </div>
  )
}
