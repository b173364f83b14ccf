'use client'
import { lazy, type ReactNode, Suspense } from 'react'
import type { DraftIssue } from '#lib/client/check-draft.ts'
import type { Draft } from '#lib/client/draft.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { ContractForm } from './contract-form.tsx'
import { IssuesContext } from './issues-context.ts'

const JsonView = lazy(() => import('./json-view.tsx').then(module => ({ default: module.JsonView })))

export interface RequestPaneProps {
  /** The whole body as text instead of the form. */
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
      <div className="flex flex-col gap-3 px-4 py-3.5 max-sm:px-3" onBlur={onCheck}>
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
