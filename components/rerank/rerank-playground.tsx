'use client'

import { useState, lazy, Suspense, useMemo } from 'react'
import {
  SessionContext,
  useOpenSession,
  usePersistedSession,
} from '#components/playground/layout/persisted-session-context.ts'
import { newId } from '#lib/client/new-id.ts'
import {
  emptyComparison,
  applyDraft,
  toComparisonDraft,
  comparedModelsMax,
} from './model/comparison-state.ts'
import { createComparisonStore } from './model/comparison-store.ts'
import { createComparisonSession } from './model/comparison-session.ts'
import { ContractContext, useContract } from '#components/playground/layout/playground-context.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { ComparisonContext, useComparison, useComparisonStore } from './comparison-context.ts'
import { toRerankAnnouncement } from './model/announcement.ts'
import { HeaderAction } from '#components/playground/layout/header-action.tsx'
import { PlaygroundLayout } from '#components/playground/layout/playground-layout.tsx'
import { toBody, type Draft } from '#components/playground/form/model/draft.ts'
import { readTexts } from './model/documents/read-documents.ts'
import { judgmentsOf } from './model/judgments.ts'
import { DocumentsField } from './documents-field.tsx'
import { useIssue } from '#components/playground/form/issues-context.ts'
import { Field } from '#components/ui/form/field.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { X, Columns2, SquarePen } from 'lucide-react'
import { ModelPicker } from '#components/playground/form/model-picker.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { ModelDownload } from '#components/playground/form/model-download.tsx'
import { RerankerOffer } from '#components/playground/form/reranker-offer.tsx'
import { otherModel } from '#components/playground/form/choose-model.ts'
import { modelsQuery } from '#lib/client/models.ts'

/** The rerank playground: one query, and up to three models that order its documents. */
export function RerankPlayground({ contract }: { contract: ContractInfo }) {
  const [store] = useState(() =>
    createComparisonStore({ initial: emptyComparison, path: contract.path, newId }),
  )
  const session = useOpenSession(options => createComparisonSession({ store, ...options }))
  return (
    <ComparisonContext value={store}>
      <SessionContext value={session}>
        <ContractContext value={contract}>
          <RerankPlaygroundLayout contract={contract} />
          {/* Mounted from the start: screen readers only announce changes in a live region they already know. */}
          <RerankAnnouncer />
        </ContractContext>
      </SessionContext>
    </ComparisonContext>
  )
}

/** Announces run states and moved documents to screen readers. */
function RerankAnnouncer() {
  const { runs, restored } = useComparison()
  return <output className="sr-only">{restored ? '' : toRerankAnnouncement(runs)}</output>
}

const ownFields = ['query', 'documents']
const firstParameters = ['top_n', 'return_documents', 'max_tokens_per_doc']
// Loaded with the first run: there is nothing to show before.
const Comparison = lazy(() => import('./comparison.tsx').then(module => ({ default: module.Comparison })))

const editor = <RerankEditor />
const result = (
  <Suspense>
    <Comparison />
  </Suspense>
)
const headerActions = <RerankHeaderActions />
const offer = <DownloadOffer />

/** Connects the comparison to the playground layout: its draft is the request to the first model. */
function RerankPlaygroundLayout({ contract }: { contract: ContractInfo }) {
  const store = useComparisonStore()
  const session = usePersistedSession()
  const { body, comparedModels, view, judgments, origin, runs } = useComparison()
  const draft = useMemo(
    () =>
      toComparisonDraft({
        body,
        comparedModels,
        view,
        judgments: judgmentsOf(judgments, readTexts(body)),
        origin,
      }),
    [body, comparedModels, view, judgments, origin],
  )
  const requests = useMemo<readonly Draft[]>(
    () => [
      { contract: draft.contract, body: draft.body },
      ...(draft.others ?? [])
        .filter((_, at) => comparedModels[at] !== null)
        .map(other => ({ contract: draft.contract, body: other })),
    ],
    [draft, comparedModels],
  )
  const change = (next: Draft) =>
    store.update(comparison => {
      // A reload opens the link again: later judgments are newer.
      const opensAgain =
        next.view !== undefined && comparison.entry !== null && toBody(next) === toBody(comparison)
      return opensAgain ? comparison : applyDraft(comparison, next)
    })

  return (
    <PlaygroundLayout
      title="Rerank"
      contract={contract}
      draft={draft}
      onDraftChange={change}
      onOpenDraft={session.openHandoff}
      run={runs[0] ?? null}
      batch={runs}
      requests={requests}
      running={runs.some(run => run.state === 'running')}
      onRun={store.run}
      onStop={store.stop}
      showsFailure={runs.length === 1}
      editor={editor}
      emptyHead={offer}
      result={runs.length > 0 ? result : null}
      ownFields={ownFields}
      firstParameters={firstParameters}
      headerActions={headerActions}
      onOpenEntry={session.openEntry}
    />
  )
}

/** Above the examples, and later in the request: on a phone, the request is hidden at first. */
function DownloadOffer() {
  const { model } = useComparison().body
  return <RerankerOffer model={typeof model === 'string' ? model : null} />
}

/** The request: a query, and the documents to order by it. */
function RerankEditor() {
  const { runs } = useComparison()
  return (
    <>
      {runs.length > 0 && offer}
      <ComparedModelsField />
      <QueryField />
      <DocumentsField />
    </>
  )
}

function QueryField() {
  const store = useComparisonStore()
  const { query } = useComparison().body
  const issue = useIssue('query')
  const change = (text: string) =>
    store.update(comparison => {
      const { query: _, ...others } = comparison.body
      return { ...comparison, body: text === '' ? others : { ...comparison.body, query: text } }
    })
  return (
    <Field label="Query" error={issue?.message}>
      {ids => (
        <TextArea
          {...ids}
          rows={1}
          data-field="query"
          data-main-input
          placeholder="The text to rank the documents against"
          className="min-h-8"
          value={typeof query === 'string' ? query : ''}
          onChange={event => change(event.target.value)}
        />
      )}
    </Field>
  )
}

/** The models next to the first one; all of them get the same request. */
function ComparedModelsField() {
  const store = useComparisonStore()
  const contract = useContract()
  const { comparedModels } = useComparison()
  if (comparedModels.length === 0) return null
  const setComparedModels = (change: (before: typeof comparedModels) => typeof comparedModels) =>
    store.update(comparison => ({ ...comparison, comparedModels: change(comparison.comparedModels) }))
  return (
    <fieldset aria-label="Compared models" className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
      <span aria-hidden className="mr-1 text-xs text-muted">
        Compare with
      </span>
      {comparedModels.map((model, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same model may appear twice
        <span key={index} className="flex min-w-0 items-center">
          <ModelPicker
            contract={contract}
            label={`Model ${index + 2}`}
            value={model}
            whenNone="Choose model"
            onChange={next => setComparedModels(before => before.with(index, next))}
          />
          <IconButton
            label={`Remove model ${index + 2}`}
            onClick={() => setComparedModels(before => before.toSpliced(index, 1))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </span>
      ))}
      {comparedModels.includes(null) && (
        <p className="basis-full text-xs text-muted">
          No other rerank model is ready. Choose one to download or set up; until then, it is left out.
        </p>
      )}
      {[...new Set(comparedModels)].map(model => (
        <span key={model ?? ''} className="basis-full empty:hidden">
          <ModelDownload model={model} />
        </span>
      ))}
    </fieldset>
  )
}

/** Starts over, and adds a model to compare with. */
function RerankHeaderActions() {
  const store = useComparisonStore()
  const session = usePersistedSession()
  const { body, comparedModels } = useComparison()
  const models = useQuery(modelsQuery).data ?? []
  const compare = () => {
    const next = otherModel('rerank', models, [body['model'], ...comparedModels])
    store.update(comparison => ({ ...comparison, comparedModels: [...comparison.comparedModels, next] }))
  }
  return (
    <>
      <HeaderAction icon={SquarePen} label="New" aria-label="New ranking" onClick={session.startNew} />
      <HeaderAction
        icon={Columns2}
        label={comparedModels.length > 0 ? 'Add model' : 'Compare'}
        disabled={comparedModels.length === comparedModelsMax}
        focusableWhenDisabled
        onClick={compare}
      />
    </>
  )
}
