'use client'
import { lazy, Suspense, useMemo } from 'react'
import { Bench } from '#components/playground/bench.tsx'
import { EmbeddingsEditor } from './embeddings-editor.tsx'
import { CompareButton } from './compare-button.tsx'
import { readLinkView, writeLinkView } from './state/link-view.ts'
import { emptyRequest, fromDraft, toDraft } from './state/request.ts'
import { plannedRequests } from './state/planned-requests.ts'
import { useSession } from './use-session.ts'
import { useContract, useViewer, useViewerState } from './viewer-context.ts'

const ownFields = ['input']
const firstParameters = ['dimensions', 'task', 'encoding_format']
// Loaded with the first run: an empty playground has nothing to draw.
const EmbeddingsResult = lazy(() =>
  import('./embeddings-result.tsx').then(module => ({ default: module.EmbeddingsResult })),
)
const editor = <EmbeddingsEditor />
const result = (
  <Suspense>
    <EmbeddingsResult />
  </Suspense>
)
const headerActions = <CompareButton />

/** Ties the viewer to the bench: its draft is the first request that Run sends. */
export function EmbeddingsBench() {
  const contract = useContract()
  const viewer = useViewer()
  const session = useSession()
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
    <Bench
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
      onOpenDraft={next => {
        const before = viewer.store.read()
        viewer.stop()
        const sent = { ...fromDraft(emptyRequest, next), second: before.request.second }
        viewer.store.update(state => ({ ...state, request: sent, shown: null }))
        return () =>
          viewer.store.update(state => ({
            ...state,
            request: before.request,
            shown: state.shown ?? before.shown,
          }))
      }}
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
