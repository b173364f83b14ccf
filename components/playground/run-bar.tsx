'use client'
import type { ReactNode } from 'react'
import { useShowShortcut } from '#components/shell/platform-context.tsx'
import { Button } from '#components/ui/button.tsx'
import type { DraftIssue } from '#lib/client/check-draft.ts'
import type { Draft } from '#lib/client/draft.ts'
import type { Run } from '#lib/client/run.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { Preflight } from './preflight.tsx'

export interface RunBarProps {
  running: boolean
  /** Something ran before: the button says so. */
  again: boolean
  contract: ContractInfo
  draft: Draft
  issues: readonly DraftIssue[]
  /** Why Run is off. */
  problem: string | null
  note: ReactNode
  lastRun: Run | null
  /** All that Run would send, where that is more than the draft. */
  requests?: readonly Draft[]
  onRun: () => void
  onSendAnyway: () => void
  onStop: () => void
  asJson: boolean
  onAsJson: (on: boolean) => void
}

export function RunBar(props: RunBarProps) {
  const { running, again, draft, issues, problem, note, onRun, onSendAnyway, onStop } = props
  const show = useShowShortcut()
  return (
    <div className="flex min-h-11 items-center max-sm:flex-wrap gap-x-3 gap-y-1 px-4 py-1.5 text-xs text-muted max-sm:px-3">
      <Button
        data-run
        variant={running ? 'line' : 'go'}
        focusableWhenDisabled
        disabled={!running && problem !== null}
        onClick={running ? onStop : onRun}
        className="w-30 max-sm:h-10 max-sm:flex-1"
      >
        {running ? 'Stop' : again ? 'Run again' : 'Run'}
        <span className="text-[0.6875rem] max-sm:hidden">
          {running ? 'Esc' : show({ key: 'Enter', mod: true })}
        </span>
      </Button>
      {problem === null && issues.length === 0 && (
        <Preflight contract={props.contract} requests={props.requests ?? [draft]} lastRun={props.lastRun} />
      )}
      {problem !== null && <span className="text-bad">Run is off: the JSON cannot be read.</span>}
      {problem === null && issues.length > 0 && !running && (
        <>
          <span role="alert" className="text-bad">
            {issues.length === 1 ? issues[0]?.message : `${issues.length} fields need attention.`}
          </span>
          <Button onClick={onSendAnyway}>Send anyway</Button>
        </>
      )}
      {!(problem === null && issues.length === 0) && <span className="flex-1 max-sm:hidden" />}
      {note}
      <Button
        variant="plain"
        aria-pressed={props.asJson}
        onClick={() => props.onAsJson(!props.asJson)}
        className="aria-pressed:border-control aria-pressed:text-text"
      >
        JSON
      </Button>
    </div>
  )
}
