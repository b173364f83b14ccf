'use client'
import type { ReactNode } from 'react'
import type { Draft } from '#lib/client/draft.ts'
import type { Run } from '#lib/client/run.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'

export interface BenchProps {
  title: string
  contract: ContractInfo
  draft: Draft
  onDraftChange: (draft: Draft) => void
  /** The run shown in Result, Wire and footer; null before the first. */
  run: Run | null
  onRun: () => void
  onStop: () => void
  /** The capability's own editor, above the parameters. */
  editor: ReactNode
  /** What Result shows. */
  result: ReactNode
  /** Fields of the contract that `editor` edits; the rest becomes Parameters. */
  ownFields: readonly string[]
  headerActions?: ReactNode
  runBarNote?: ReactNode
}

export function Bench({ title, run, onRun, onStop, editor, result, headerActions, runBarNote }: BenchProps) {
  return (
    <main>
      <header>
        <h1>{title}</h1>
        {headerActions}
      </header>
      {editor}
      <button type="button" onClick={run?.state === 'running' ? onStop : onRun}>
        {run?.state === 'running' ? 'Stop' : 'Run'}
      </button>
      {runBarNote}
      {result}
    </main>
  )
}
