'use client'

import { useEffect, useState, lazy, Suspense, useMemo } from 'react'
import { startAnalysis } from './model/analysis/start-analysis.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { createViewer } from './state/viewer.ts'
import { ViewerContext, useViewerState, useViewer } from './viewer-context.ts'
import { ContractContext, useContract } from '#components/playground/layout/playground-context.ts'
import { formatCount } from '#lib/client/format.ts'
import type { ModelColumn, ViewerState } from './state/viewer-state.ts'
import { HeaderAction } from '#components/playground/layout/header-action.tsx'
import { PlaygroundLayout } from '#components/playground/layout/playground-layout.tsx'
import { EmbeddingsEditor, useCompare } from './embeddings-editor.tsx'
import { readLinkView, writeLinkView } from './state/link-view.ts'
import { fromDraft, toDraft, type EmbeddingsRequest, modelsOf } from './state/request.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { batchesOf, rowsOf } from './state/text-source.ts'
import { Columns2, SquarePen } from 'lucide-react'
import {
  SessionContext,
  useOpenSession,
  usePersistedSession,
} from '#components/playground/layout/persisted-session-context.ts'
import { createSession } from './state/session.ts'
import { useCommands } from '#components/shell/use-commands.ts'

/** The embeddings playground: texts as a map of their meaning, in the shared playground layout. */
export function EmbeddingsPlayground({ contract }: { contract: ContractInfo }) {
  const [viewer] = useState(() => createViewer({ path: contract.path, startAnalysis }))
  const session = useOpenSession(options => createSession({ viewer, ...options }))
  useEffect(() => viewer.close, [viewer])
  return (
    <ViewerContext value={viewer}>
      <SessionContext value={session}>
        <ContractContext value={contract}>
          <EmbeddingsPlaygroundLayout />
          {/* Mounted from the start: screen readers only announce changes in a live region they already know. */}
          <Announcer />
        </ContractContext>
      </SessionContext>
    </ViewerContext>
  )
}

/** Announces the run state and the selection to screen readers; never the texts. */
function Announcer() {
  const text = useViewerState(toAnnouncement)
  return <output className="sr-only">{text}</output>
}

/** The last change as text; the same text for the same state. */
function toAnnouncement({ shown, selection, layout }: ViewerState): string {
  if (shown === null || shown.restored) return ''
  if (shown.running) return 'Embedding started'
  const ended = shown.columns.map(column => describe(column, shown.columns.length > 1)).join('. ')
  const picture = shown.columns.some(({ umap }) => umap.state === 'done') && layout === 'umap'
  const parts = [
    ended,
    picture && 'UMAP layout shown',
    selection.size > 0 && `${formatCount(selection.size)} selected`,
  ]
  return parts.filter(Boolean).join('. ')
}

function describe({ model, outcome }: ModelColumn, named: boolean): string {
  if (outcome === null) return ''
  const { done, total, vectors, reports } = outcome
  const name = named ? `${model}: ` : ''
  if (done === total)
    return `${name}Embedded ${formatCount(done)} texts, ${formatCount(vectors?.dimensions ?? null)} dimensions`
  const stopped = reports.some(report => report.state === 'stopped')
  return `${name}${stopped ? 'Stopped' : 'Failed'}: ${formatCount(done)} of ${formatCount(total)} texts embedded`
}

const ownFields = ['input']
const firstParameters = ['dimensions', 'task', 'encoding_format']
// Loaded with the first run: there is nothing to draw before.
const EmbeddingsResult = lazy(() =>
  import('./embeddings-result.tsx').then(module => ({ default: module.EmbeddingsResult })),
)
const editor = <EmbeddingsEditor />
const result = (
  <Suspense>
    <EmbeddingsResult />
  </Suspense>
)
const headerActions = <EmbeddingsHeaderActions />

/** Connects the viewer to the playground layout: its draft is the first request of a run. */
function EmbeddingsPlaygroundLayout() {
  const contract = useContract()
  const viewer = useViewer()
  const session = usePersistedSession()
  const request = useViewerState(state => state.request)
  const shown = useViewerState(state => state.shown)
  const view = useViewerState(state => state.view)
  const chosenColoring = useViewerState(state => state.chosenColoring)
  const draft = useMemo(() => {
    const linked = writeLinkView({ view, chosenColoring })
    return { ...toDraft(request, contract.id), ...(linked !== null && { view: linked }) }
  }, [request, contract.id, view, chosenColoring])
  const requests = useMemo(() => plannedRequests(request, contract.id), [request, contract.id])
  const columns = shown?.columns ?? []
  const batch = columns.flatMap(column => column.runs)
  const total = columns.reduce(
    (sum, { progress, runs }) => sum + (progress?.reports.length ?? runs.length),
    0,
  )

  return (
    <PlaygroundLayout
      title="Embeddings"
      contract={contract}
      draft={draft}
      onDraftChange={next =>
        viewer.store.update(state => ({
          ...state,
          ...(next.view !== undefined && readLinkView(next.view)),
          request: fromDraft(state.request, next),
        }))
      }
      onOpenDraft={session.openHandoff}
      onOpenEntry={session.openEntry}
      run={batch[0] ?? null}
      batch={batch}
      batchTotal={Math.max(total, batch.length)}
      requests={requests}
      onRun={viewer.run}
      onRetry={viewer.retry}
      onStop={viewer.stop}
      running={shown?.running ?? false}
      showsFailure={false}
      editor={editor}
      result={shown ? result : null}
      ownFields={ownFields}
      firstParameters={firstParameters}
      headerActions={headerActions}
    />
  )
}

/** All requests of the next run, in order: by model, then by batch. */
function plannedRequests(request: EmbeddingsRequest, contract: string): readonly Draft[] {
  const { rows } = rowsOf(request.source)
  const batches = request.source.kind === 'raw' ? [] : batchesOf(request.source)
  return modelsOf(request).flatMap((model, index) => {
    const body = index === 0 ? request.body : { ...request.body, model }
    if (batches.length < 2) return [{ contract, body }]
    return batches.map(({ start, end }) => ({
      contract,
      body: { ...body, input: rows.slice(start, end).map(row => row.text) },
    }))
  })
}

/** Starts over, and embeds the same texts with a second model, for two linked plots. */
function EmbeddingsHeaderActions() {
  const { store } = useViewer()
  const session = usePersistedSession()
  const second = useViewerState(state => state.request.second)
  const compare = useCompare()
  const stop = () => store.update(state => ({ ...state, request: { ...state.request, second: null } }))
  useCommands([{ id: 'new-texts', label: 'New texts', section: 'Run', run: session.startNew }])
  return (
    <>
      <HeaderAction icon={SquarePen} label="New" aria-label="New texts" onClick={session.startNew} />
      <HeaderAction
        icon={Columns2}
        label={second === null ? 'Compare' : 'Single model'}
        className="max-sm:hidden"
        aria-pressed={second !== null}
        onClick={second === null ? compare : stop}
      />
    </>
  )
}
