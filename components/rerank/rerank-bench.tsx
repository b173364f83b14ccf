'use client'
import { lazy, Suspense, useMemo } from 'react'
import { Bench } from '#components/playground/bench.tsx'
import { useKeptSession } from '#components/playground/kept-session-context.ts'
import { toBody, type Draft } from '#lib/client/draft.ts'
import { applyDraft, toBoardDraft } from '#lib/client/rerank/board-state.ts'
import { readTexts } from '#lib/client/rerank/read-documents.ts'
import { truthAbout } from '#lib/client/rerank/truth.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { useBoard, useBoardStore } from './board-context.ts'
import { RerankEditor } from './rerank-editor.tsx'
import { RerankHeaderActions } from './rerank-header-actions.tsx'

const ownFields = ['query', 'documents']
const firstParameters = ['top_n', 'return_documents', 'max_tokens_per_doc']
// Loaded with the first run: an empty playground has nothing to show.
const Board = lazy(() => import('./board.tsx').then(module => ({ default: module.Board })))
const editor = <RerankEditor />
const result = (
  <Suspense>
    <Board />
  </Suspense>
)
const headerActions = <RerankHeaderActions />

/** Ties the board to the bench: its draft is the request to the first model. */
export function RerankBench({ contract }: { contract: ContractInfo }) {
  const store = useBoardStore()
  const session = useKeptSession()
  const { body, rivals, view, truth, origin, runs } = useBoard()
  const draft = useMemo(
    () => toBoardDraft({ body, rivals, view, truth: truthAbout(truth, readTexts(body)), origin }),
    [body, rivals, view, truth, origin],
  )
  const requests = useMemo<readonly Draft[]>(
    () => [
      { contract: draft.contract, body: draft.body },
      ...(draft.others ?? []).map(other => ({ contract: draft.contract, body: other })),
    ],
    [draft],
  )
  const change = (next: Draft) =>
    store.update(board => {
      // A reload opens the link again: what was judged since then is newer.
      const opensAgain = next.view !== undefined && board.entry !== null && toBody(next) === toBody(board)
      return opensAgain ? board : applyDraft(board, next)
    })

  return (
    <Bench
      title="Rerank"
      contract={contract}
      draft={draft}
      onDraftChange={change}
      onOpenDraft={session.openSent}
      run={runs[0] ?? null}
      batch={runs}
      requests={requests}
      running={runs.some(run => run.state === 'running')}
      onRun={store.run}
      onStop={store.stop}
      showsFailure={runs.length === 1}
      editor={editor}
      result={runs.length > 0 ? result : null}
      ownFields={ownFields}
      firstParameters={firstParameters}
      headerActions={headerActions}
      onOpenEntry={session.openEntry}
    />
  )
}
