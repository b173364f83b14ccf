'use client'
import { lazy, Suspense, useMemo } from 'react'
import { Bench } from '#components/playground/bench.tsx'
import { useKeptSession } from '#components/playground/kept-session-context.ts'
import type { Draft } from '#lib/client/draft.ts'
import { isGoing, mainRun, runsOfRow } from '#lib/client/documents/document-row.ts'
import { runsOf, toDocumentsDraft } from '#lib/client/documents/documents-state.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { useDocuments, useDocumentsStore } from './documents-context.ts'
import { DocumentsHeaderActions } from './documents-header-actions.tsx'
import { FilesEditor } from './files-editor.tsx'
import { OptionsEditor, ownFields } from './options-editor.tsx'
import { useDrafts } from './use-drafts.ts'
import { useOutcomeToast } from './use-outcome-toast.ts'

// Loaded with the first run: an empty playground has nothing to show.
const DocumentsResult = lazy(() =>
  import('./documents-result.tsx').then(module => ({ default: module.DocumentsResult })),
)
const result = (
  <Suspense>
    <DocumentsResult />
  </Suspense>
)
const headerActions = <DocumentsHeaderActions />

/** Ties the documents to the bench: its draft is the request for the first file. */
export function DocumentsBench({ contract }: { contract: ContractInfo }) {
  const store = useDocumentsStore()
  const session = useKeptSession()
  const { fields, files, origin, rows } = useDocuments()
  const onDraftChange = useDrafts()
  useOutcomeToast()
  const draft = useMemo(() => toDocumentsDraft({ fields, files, origin }), [fields, files, origin])
  const requests = useMemo<readonly Draft[]>(
    () => [draft, ...(draft.others ?? []).map(other => ({ contract: draft.contract, body: other }))],
    [draft],
  )
  const runs = useMemo(() => runsOf({ rows }), [rows])
  const further = rows.reduce((sum, row) => sum + runsOfRow(row).length - (mainRun(row) === null ? 0 : 1), 0)
  const [first] = rows
  return (
    <Bench
      title="Documents"
      contract={contract}
      draft={draft}
      onDraftChange={onDraftChange}
      run={first === undefined ? null : mainRun(first)}
      batch={runs}
      batchTotal={rows.length + further}
      requests={requests}
      running={rows.some(isGoing)}
      onRun={store.run}
      onRetry={() => store.retry(0)}
      onStop={store.stop}
      showsFailure={false}
      editor={
        <>
          <FilesEditor />
          <OptionsEditor contract={contract} />
        </>
      }
      result={rows.length > 0 ? result : null}
      ownFields={ownFields}
      headerActions={headerActions}
      onOpenEntry={session.openEntry}
    />
  )
}
