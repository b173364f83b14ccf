'use client'

import { lazy, Suspense, useContext, useMemo } from 'react'
import { MapView } from './map-view.tsx'
import type { ViewName, ModelColumn, ViewerState } from './state/viewer-state.ts'
import { useViewerState, useChoose, useViewer } from './viewer-context.ts'
import { useContract } from '#components/playground/layout/playground-context.ts'
import { Progress } from '#components/ui/data/progress.tsx'
import { formatBytes, formatCount, formatCountOf, formatShare } from '#lib/client/format.ts'
import type { StratifiedSample } from './model/analysis/stratified-sample.ts'
import type { Command } from '#components/shell/commands.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { classNames } from '#components/ui/class-names.ts'
import { TabStrip } from '#components/ui/data/tab-strip.tsx'
import { SendToMenu } from '#components/playground/handoff/send-to-menu.tsx'
import { Download } from 'lucide-react'
import { download, reportRemoved } from '#components/playground/download.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { showFailure } from '#components/ui/overlay/toast.ts'
import type { ExportFormat } from './model/export/export-file.ts'
import { shownLayout } from './state/analyse-column.ts'
import { ErrorCard } from '#components/playground/run/error-card.tsx'
import { Elapsed } from '#components/playground/run/elapsed.tsx'
import { LoadingNote } from '#components/playground/run/loading-note.tsx'
import { GoToFieldContext } from '#components/playground/form/go-to-field-context.ts'
import type { BatchReport } from './model/batches/batch-report.ts'
import { oversizedBytes } from './state/stored-result.ts'
import { attachmentBytesMax } from '#components/playground/history/model/attachment-size.ts'

const views: Readonly<Record<Exclude<ViewName, 'map'>, React.LazyExoticComponent<() => React.ReactNode>>> = {
  table: lazy(() => import('./table-view.tsx').then(module => ({ default: module.TableView }))),
  matrix: lazy(() => import('./matrix-view.tsx').then(module => ({ default: module.MatrixView }))),
  health: lazy(() => import('./health-view.tsx').then(module => ({ default: module.HealthView }))),
  dimensions: lazy(() =>
    import('./dimensions-view.tsx').then(module => ({ default: module.DimensionsView })),
  ),
  agreement: lazy(() => import('./agreement-view.tsx').then(module => ({ default: module.AgreementView }))),
}

/** The result: the texts as a map, and other views of the same vectors. */
export function EmbeddingsResult() {
  const view = useViewerState(state => state.view)
  const placed = useViewerState(state =>
    Boolean(state.shown?.columns.some(column => column.outcome?.vectors || column.pca.state !== 'none')),
  )
  const View = view === 'map' ? null : views[view]
  return (
    <div className="flex h-full flex-col">
      <h2 className="sr-only">Embeddings</h2>
      {placed && <ResultHead />}
      <BatchesProgress />
      {/* The map is a container of its own: inside of another one, it could not fill the screen. */}
      <div className={classNames('min-h-0 flex-1', View !== null && '@container')}>
        {placed && (View === null ? <MapView /> : <Suspense>{<View />}</Suspense>)}
      </div>
      <BatchFailure />
      <NotStoredNote />
      {placed && <StatusLine />}
    </div>
  )
}

/** Progress by model. Stop in the run bar keeps the vectors received so far. */
function BatchesProgress() {
  const shown = useViewerState(state => state.shown)
  if (!shown?.running) return null
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line bg-canvas px-4 py-2 text-xs text-muted">
      {shown.columns.map(({ set, model, progress }) => {
        const { done = 0, total = shown.rows.length, reports = [] } = progress ?? {}
        const text = `${formatCount(done)} of ${formatCount(total)} texts`
        const batches = reports.filter(report => report.state === 'done').length
        const open = reports.flatMap(report => (report.state === 'running' ? report : []))
        const waitsFor = open.reduce((sum, { batch }) => sum + batch.end - batch.start, 0)
        const since = open.length === 0 ? null : Math.min(...open.map(({ startedAt }) => startedAt))
        return (
          <div key={set} className="flex flex-col gap-1">
            <div className="flex justify-between gap-3">
              <span className="truncate">Embedding with {model}</span>
              <span className="shrink-0">
                {text}
                {reports.length > 1 && `, ${batches} of ${reports.length} requests`}
              </span>
            </div>
            {/* A request has no progress before its end: until the first one, the bar is indeterminate. */}
            <Progress
              label={`Embedding with ${model}`}
              value={done > 0 ? done : null}
              max={total}
              text={text}
            />
            {done === 0 && <LoadingNote model={model} />}
            {since !== null && (
              <span>
                Waiting for {formatCountOf(waitsFor, 'text')} in {formatCountOf(open.length, 'request')} ·{' '}
                <Elapsed since={since} />
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}

const noColumns: readonly ModelColumn[] = []

/** The current layout and how faithful it is. */
function StatusLine() {
  const columns = useViewerState(state => state.shown?.columns ?? noColumns)
  const layout = useViewerState(state => state.layout)
  return (
    <div className="flex shrink-0 flex-col border-t border-line bg-canvas px-4 py-1 text-xs text-muted max-sm:px-3">
      {columns.map(column => (
        <p key={column.set} className="line-clamp-2 sm:leading-4">
          {[columns.length > 1 && column.model, ...describe(column, layout)].filter(Boolean).join(' · ')}
        </p>
      ))}
    </div>
  )
}

function describe({ outcome, pca, umap, fidelity, clusters }: ModelColumn, layout: ViewerState['layout']) {
  const drawn = layout === 'umap' && umap.state === 'done' ? 'umap' : 'pca'
  return [
    outcome && formatCountOf(outcome.done, 'text'),
    outcome?.vectors && `${formatCount(outcome.vectors.dimensions)} dimensions`,
    drawn === 'umap' && umap.state === 'done' && `UMAP${sampled(umap.result.sample, ' of')}`,
    fidelity.state === 'running' && 'measuring fidelity…',
    fidelity.state === 'done' &&
      !Number.isNaN(fidelity.result.mean) &&
      `${formatShare(fidelity.result.mean)} of neighbors preserved${sampled(fidelity.result.sample, ', measured on')}`,
    drawn === 'pca' &&
      pca.state === 'done' &&
      `PCA explains ${formatShare(pca.result.explained[0] + pca.result.explained[1])} of the variance`,
    clusters.state === 'done' && formatCountOf(clusters.result.clusters.length, 'cluster'),
  ]
}

function sampled(sample: StratifiedSample | null, lead: string): string {
  if (sample === null) return ''
  return `${lead} ${formatCount(sample.size)} of ${formatCount(sample.of)}, seed ${sample.seed}`
}

const labels: Readonly<Record<ViewName, string>> = {
  map: 'Plot',
  table: 'Table',
  matrix: 'Matrix',
  health: 'Health',
  dimensions: 'Dimensions',
  agreement: 'Agreement',
}
const names: readonly ViewName[] = ['map', 'table', 'matrix', 'health', 'dimensions', 'agreement']

/** View switch, export and handoff. */
function ResultHead() {
  const view = useViewerState(state => state.view)
  const models = useViewerState(state => state.shown?.columns.length ?? 0)
  const choose = useChoose()
  const offered = names.filter(name => name !== 'agreement' || models > 1)
  useCommands(
    offered.map((name): Command => ({
      id: `view-${name}`,
      label: `Show ${labels[name].toLowerCase()}`,
      section: 'View',
      run: () => choose({ view: name }),
    })),
  )
  return (
    <div className="flex shrink-0 items-center gap-1 border-b border-line bg-canvas pr-2 pl-3 max-sm:px-1.5">
      <TabStrip
        label="View"
        choices={offered.map(name => ({ value: name, label: labels[name] }))}
        value={view}
        onChange={name => choose({ view: name })}
      />
      <SendSelection />
      <ExportMenu />
    </div>
  )
}

/**
 * Sends the selection, otherwise the shown neighbors, to another playground; the "nearest to" text becomes
 * the query.
 */
function SendSelection() {
  const contract = useContract()
  const { store } = useViewer()
  const selected = useViewerState(state => state.selection.size)
  const ranked = useViewerState(state => state.shown?.columns[0]?.neighbours.length ?? 0)
  const all = useViewerState(state => state.shown?.rows.length ?? 0)
  const count = selected || ranked || all
  const content = () => {
    const { shown, selection, anchor } = store.read()
    const neighbours = shown?.columns[0]?.neighbours.map(each => each.index) ?? []
    const near = selection.size === 0 && neighbours.length > 0
    const rows = near ? neighbours : selection.size > 0 ? [...selection] : (shown?.rows.keys() ?? [])
    const nearTo = anchor?.kind === 'row' ? shown?.rows[anchor.row]?.text : anchor?.text
    return {
      items: [...rows].flatMap(row => {
        const text = shown?.rows[row]?.text
        return text === undefined ? [] : [{ text }]
      }),
      query: nearTo ?? null,
      runId: shown?.id ?? null,
    }
  }
  const menu = {
    from: contract.id,
    kind: 'texts',
    content,
    label: `Send ${selected > 0 ? 'selection' : ranked > 0 ? 'neighbors' : 'all'} to`,
    disabled: count === 0,
  } as const
  return (
    <>
      <span className="text-xs max-sm:hidden">
        <SendToMenu {...menu} inPalette />
      </span>
      <span className="sm:hidden">
        <SendToMenu {...menu} compact />
      </span>
    </>
  )
}

interface Format {
  readonly label: string
  readonly format: ExportFormat
  readonly vectors: boolean
  /** File name without its extension. */
  readonly name: string
}

const formats: readonly Format[] = [
  { label: 'Table with coordinates and clusters (CSV)', format: 'csv', vectors: false, name: 'places' },
  { label: 'Table with vectors (CSV)', format: 'csv', vectors: true, name: 'embeddings' },
  { label: 'JSON lines with vectors (JSONL)', format: 'jsonl', vectors: true, name: 'embeddings' },
  { label: 'Vectors (NPY)', format: 'npy', vectors: true, name: 'embeddings' },
  {
    label: 'TensorFlow projector (2 TSV files)',
    format: 'projector',
    vectors: true,
    name: 'embeddings',
  },
]

/** Exports the selection, or everything: texts, coordinates, clusters, vectors; or an image. */
function ExportMenu() {
  const viewer = useViewer()
  const selected = useViewerState(state => state.selection.size)
  const view = useViewerState(state => state.view)
  const save = async ({ format, vectors, name: base }: Format) => {
    const { shown, selection, layout } = viewer.store.read()
    for (const [index, column] of (shown?.columns ?? []).entries()) {
      if (column.pca.state !== 'done') continue
      const files = await viewer.analysis().run('export', {
        set: column.set,
        format,
        vectors,
        only: selection.size > 0 ? [...selection].toSorted((a, b) => a - b) : null,
        layout: shownLayout(column, layout),
        clusters: column.clusters.state === 'done' ? column.clusters.result.assignments : null,
        name: index === 0 ? base : `${base}-${index + 1}`,
      })
      for (const { name, content, keysRemoved } of files) {
        download(name, content, content.type)
        reportRemoved(keysRemoved)
      }
    }
  }
  const savePicture = () => {
    for (const [index, canvas] of document.querySelectorAll<HTMLCanvasElement>('canvas[data-map]').entries())
      canvas.toBlob(
        blob =>
          blob && download(`embeddings-map${index === 0 ? '' : `-${index + 1}`}.png`, blob, 'image/png'),
      )
  }
  return (
    <Menu
      trigger={
        <Button variant="plain" className="text-xs">
          <Download size={14} aria-hidden />
          <span className="max-sm:sr-only">{selected > 0 ? 'Export selection' : 'Export all'}</span>
        </Button>
      }
      actions={[
        ...formats.map(each => ({
          label: each.label,
          onSelect: () => void save(each).catch((error: unknown) => showFailure('Export failed', error)),
        })),
        { label: 'Map image (PNG)', disabled: view !== 'map', onSelect: savePicture },
      ]}
    />
  )
}

/** Texts without a vector, the reason, and a retry for only those. */
function BatchFailure() {
  const shown = useViewerState(state => state.shown)
  if (shown === null || shown.running) return null
  return shown.columns.map(({ set, model, outcome, runs, pca }) => {
    const missing = outcome ? outcome.total - outcome.done : 0
    const problem = outcome?.reports.find(({ state }) => state === 'failed' || state === 'wrong')
    return (
      <section
        key={set}
        aria-label={`Problems with ${model}`}
        className="max-h-[60%] shrink-0 overflow-auto empty:hidden"
      >
        {problem && <Problem report={problem} several={(outcome?.reports.length ?? 0) > 1} />}
        {missing > 0 && (outcome?.done ?? 0) > 0 && (
          <MissingTexts
            text={`${formatCount(missing)} of ${formatCount(outcome?.total ?? 0)} texts have no vector by ${model}.`}
          />
        )}
        {missing > 0 && outcome?.done === 0 && !problem && (
          <MissingTexts
            text={
              runs.some(run => run.cut)
                ? `The response of ${model} exceeds the size limit of the history.`
                : 'Stopped before the first vector.'
            }
          />
        )}
        {pca.state === 'failed' && (
          <p role="alert" className="border-t border-line px-4 py-2 text-bad">
            {pca.reason}
          </p>
        )}
      </section>
    )
  })
}

/** A result over the limit of the history, which this tab alone has. */
function NotStoredNote() {
  const shown = useViewerState(state => state.shown)
  const bytes = useMemo(() => shown && oversizedBytes(shown), [shown])
  if (bytes === null) return null
  return (
    <p className="border-t border-line bg-sunken px-4 py-1 text-xs text-muted">
      {`This result (${formatBytes(bytes)}) exceeds the history limit of ${formatBytes(attachmentBytesMax)}. It is lost when you reload or close this tab. Export it to keep it.`}
    </p>
  )
}

function Problem({ report, several }: { report: BatchReport; several: boolean }) {
  const viewer = useViewer()
  const goToField = useContext(GoToFieldContext)
  const { start, end } = report.batch
  return (
    <div className="border-t border-line p-3">
      {several && (
        <p className="mb-2 text-xs text-muted">
          The request for texts {formatCount(start + 1)} to {formatCount(end)}:
        </p>
      )}
      {report.state === 'failed' && (
        <ErrorCard run={report.run} onRetry={viewer.retry} onGoToField={goToField} />
      )}
      {report.state === 'wrong' && (
        <div role="alert" className="rounded-md border border-bad px-3 py-2">
          <p className="font-medium text-bad">Invalid response</p>
          <p>{report.reason}</p>
          <Button className="mt-2" onClick={viewer.retry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}

function MissingTexts({ text }: { text: string }) {
  const viewer = useViewer()
  return (
    <p className="flex items-center gap-2 border-t border-line bg-sunken px-4 py-1 text-xs text-muted">
      {text}
      <Button variant="link" className="text-xs" onClick={viewer.retry}>
        Embed remaining
      </Button>
    </p>
  )
}
