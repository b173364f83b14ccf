import type { Analysis } from '#components/embeddings/model/analysis/create-analysis.ts'
import type { UmapSettings } from '#components/embeddings/model/projection/umap-layout.ts'
import { newId } from '#lib/client/new-id.ts'
import { startRun, type RunHandle, type RunObserver, type RunRequest } from '#lib/client/send.ts'
import type { StateStore } from '#lib/client/state-store.ts'
import { createPlayground, type EntryRef } from '#components/playground/run/model/create-playground.ts'
import { analyseColumn, measureFidelity } from './analyse-column.ts'
import { changeColumn, emptyColumn, findColumn } from './change-column.ts'
import { compute } from './compute.ts'
import { coloringFor } from './link-view.ts'
import { modelsOf } from './request.ts'
import { rowsOf } from './text-source.ts'
import { initialState, type ModelColumn, type Shown, type ViewerState } from './viewer-state.ts'
import { runBatches } from '#components/embeddings/model/batches/run-batches.ts'
import type { StoredColumn } from './stored-result.ts'
import type { Neighbour, VectorSet } from '#components/embeddings/model/vector-set.ts'
import type { BatchOutcome, BatchProgress } from '#components/embeddings/model/batches/batch-report.ts'
import type { Run } from '#lib/client/run.ts'

/** The playground without its page: request, responses and computations. */
export interface Viewer {
  readonly store: StateStore<ViewerState>
  readonly analysis: () => Analysis
  /** Embeds the texts with every selected model. */
  readonly run: () => void
  /** Retries failed and stopped requests, and nothing else. */
  readonly retry: () => void
  readonly stop: () => void
  readonly showLayout: (layout: ViewerState['layout']) => void
  readonly startUmap: (settings: UmapSettings) => void
  readonly cancelUmap: () => void
  readonly anchorRow: (row: number | null) => void
  /** Embeds a query with the same models and ranks the texts by it. */
  readonly anchorQuery: (text: string) => void
  readonly setMetric: (metric: ViewerState['metric']) => void
  /** Shows an earlier run, from its stored results or by `replay`, which returns its stored responses. */
  readonly restore: (run: Opened, stored: readonly StoredColumn[] | typeof startRun) => void
  readonly close: () => void
}

/** A run without its responses, and its history entry. */
type Opened = Omit<Shown, 'columns' | 'running'> & EntryRef

export interface ViewerOptions {
  readonly path: string
  /** Starts the worker on first use. */
  readonly startAnalysis: () => Analysis
  readonly send?: typeof startRun
}

export function createViewer({ path, startAnalysis, send = startRun }: ViewerOptions): Viewer {
  const playground = createPlayground({ initial: initialState, path, newId })
  const store: StateStore<ViewerState> = playground
  let analysis: Analysis | null = null
  let computing = playground.begin('compute')
  let umapping: AbortSignal | null = null

  const worker = () => (analysis ??= startAnalysis())
  const columns = () => store.read().shown?.columns ?? []
  const each = (work: (column: ModelColumn) => Promise<unknown>) => Promise.all(columns().map(work))

  function show({ createdAt, ...shown }: Opened): void {
    playground.drop('umap')
    playground.drop('ask')
    computing = playground.begin('compute')
    // A failed worker, out of memory for example, is replaced.
    if (analysis !== null && !analysis.alive()) {
      analysis.close()
      analysis = null
    }
    for (const { set } of columns()) void analysis?.run('unload', { set }).catch(ignoreClosed)
    const made = modelsOf(shown.request).map((model, index) => emptyColumn(`${shown.id}-${index}`, model))
    const grouped = shown.rows.some(row => row.group !== null)
    store.update(state => ({
      ...state,
      shown: { ...shown, columns: made, running: false },
      entry: { id: shown.id, createdAt },
      anchor: null,
      hovered: null,
      selection: new Set(),
      hidden: new Set(),
      layout: 'pca',
      coloring: coloringFor(state.chosenColoring, grouped),
      view: made.length === 1 && state.view === 'agreement' ? 'map' : state.view,
    }))
  }

  async function embed(source: typeof startRun): Promise<void> {
    const { shown } = store.read()
    if (shown === null || shown.running) return
    const { request } = shown
    const signal = playground.begin('send')
    const current = computing
    const setRunning = (running: boolean) =>
      store.update(state =>
        state.shown?.id === shown.id ? { ...state, shown: { ...state.shown, running } } : state,
      )
    setRunning(true)
    await each(async column => {
      const body: Record<string, unknown> = {
        ...request.body,
        ...(column.model !== '' && { model: column.model }),
      }
      const before = column.outcome?.done ?? 0
      // Without texts there is still one request, to see the API's error.
      const texts = shown.rows.length === 0 ? [''] : shown.rows.map(row => row.text)
      // A single text, token ids, or invalid input: sent unchanged.
      const raw = isTextList(body['input']) ? null : JSON.stringify(body)
      const { vectors, done } = await embedColumn({
        store,
        path,
        send: source,
        set: column.set,
        texts,
        body,
        raw,
        signal,
      })
      // Received vectors are shown, also when the rest failed or was stopped.
      if (done > before && !current.aborted) analyse(column.set, vectors, current)
    })
    setRunning(false)
  }

  function showResults(stored: readonly StoredColumn[]): void {
    columns().forEach(({ set }, index) => {
      const result = stored[index]
      if (!result) return
      changeColumn(store, set, () => ({ ...result, progress: result.outcome }))
      analyse(set, result.outcome.vectors, computing)
    })
  }

  function analyse(set: string, vectors: VectorSet | null, signal: AbortSignal): void {
    const rows = store.read().shown?.rows ?? []
    if (vectors !== null) void analyseColumn({ store, analysis: worker(), set, signal }, rows, vectors)
  }

  const neighbours = () => {
    const signal = playground.begin('ask')
    void askNeighbours(store, worker(), signal).catch((error: unknown) => {
      if (signal.aborted) return
      const failure = error instanceof Error ? error.message : String(error)
      store.update(state =>
        state.anchor?.kind === 'row' ? { ...state, anchor: { ...state.anchor, failure } } : state,
      )
    })
  }
  const fidelity = () =>
    void each(({ set }) => measureFidelity({ store, analysis: worker(), set, signal: computing }))

  return {
    store,
    analysis: worker,
    run() {
      const { request, shown } = store.read()
      if (shown?.running) return
      const { rows } = rowsOf(request.source)
      show({ ...playground.newEntry(), request, rows, restored: false })
      void embed(send)
    },
    retry() {
      store.update(state => ({ ...state, shown: state.shown && { ...state.shown, restored: false } }))
      void embed(send)
    },
    stop: () => playground.stopSlot('send'),
    showLayout(layout) {
      store.update(state => ({ ...state, layout }))
      fidelity()
    },
    startUmap(umapSettings) {
      const signal = playground.begin('umap')
      umapping = signal
      store.update(state => ({ ...state, umapSettings, layout: 'umap' }))
      void each(async ({ set, pca }) => {
        if (pca.state !== 'done') return
        await compute(
          signal,
          onProgress => worker().run('umap', { set, ...umapSettings }, { signal, onProgress }),
          // A previous run ends after the next one has started.
          umap => signal === umapping && changeColumn(store, set, () => ({ umap })),
        )
        await measureFidelity({ store, analysis: worker(), set, signal: computing })
      })
    },
    cancelUmap() {
      playground.stopSlot('umap')
      store.update(state => ({ ...state, layout: 'pca' }))
    },
    anchorRow(row) {
      playground.drop('ask')
      store.update(state => ({ ...state, anchor: row === null ? null : { kind: 'row', row, failure: null } }))
      for (const { set } of columns()) changeColumn(store, set, () => ({ neighbours: [] }))
      if (row !== null) neighbours()
    },
    anchorQuery(text) {
      const signal = playground.begin('ask')
      store.update(state => ({ ...state, anchor: { kind: 'query', text, state: 'running' } }))
      for (const { set } of columns()) changeColumn(store, set, () => ({ neighbours: [] }))
      void askQuestion({ store, analysis: worker(), path, send, text, signal })
    },
    setMetric(metric) {
      store.update(state => ({ ...state, metric }))
      const { anchor } = store.read()
      if (anchor?.kind === 'row') neighbours()
      if (anchor?.kind !== 'query' || anchor.state !== 'done') return
      void rankByQuestion({ ...anchor, store, analysis: worker(), signal: playground.begin('ask') })
    },
    restore(shown, stored) {
      show(shown)
      if (typeof stored === 'function') void embed(stored)
      else showResults(stored)
    },
    close() {
      playground.drop()
      analysis?.close()
      analysis = null
    },
  }
}

function isTextList(input: unknown): boolean {
  return Array.isArray(input) && input.length > 0 && input.every(item => typeof item === 'string')
}

// A closed worker holds no data.
function ignoreClosed(): void {}

interface QuestionOptions {
  readonly store: StateStore<ViewerState>
  readonly analysis: Analysis
  readonly path: string
  readonly send: typeof startRun
  readonly text: string
  readonly signal: AbortSignal
}

/** Embeds a query like the texts, with the query task if a task is set, and ranks the texts by it. */
async function askQuestion(options: QuestionOptions): Promise<void> {
  const { store, text, signal } = options
  const vectors = new Map<string, Float32Array>()
  const { shown } = store.read()
  const problems = await Promise.all(
    (shown?.columns ?? []).map(async column => {
      const vector = await embedQuestion(options, column)
      if (typeof vector === 'string') return vector
      vectors.set(column.set, vector)
      return rankColumn(options, column.set, vector)
    }),
  )
  if (signal.aborted) return
  const reason = problems.find(each => each !== null) ?? null
  store.update(state => ({
    ...state,
    anchor:
      reason === null
        ? { kind: 'query', text, state: 'done', vectors }
        : { kind: 'query', text, state: 'failed', reason },
  }))
}

/** Ranks the texts by an embedded query, with the selected metric. */
async function rankByQuestion(
  options: Omit<QuestionOptions, 'path' | 'send'> & { readonly vectors: ReadonlyMap<string, Float32Array> },
): Promise<void> {
  const { store, text, vectors, signal } = options
  const problems = await Promise.all([...vectors].map(([set, vector]) => rankColumn(options, set, vector)))
  const reason = problems.find(each => each !== null) ?? null
  if (signal.aborted || reason === null) return
  store.update(state => ({ ...state, anchor: { kind: 'query', text, state: 'failed', reason } }))
}

/** @returns the reason that there is no vector, if any */
async function embedQuestion(
  { store, path, send, text, signal }: QuestionOptions,
  { set, model }: ModelColumn,
): Promise<Float32Array | string> {
  const body = store.read().shown?.request.body ?? {}
  const asked = body['task'] === 'retrieval.passage' && { task: 'retrieval.query' }
  const outcome = await runBatches({
    texts: [text],
    body: { ...body, model, ...asked },
    signal,
    send: (sent, sendSignal) => sendBody({ store, set, path, send }, sent, sendSignal),
    onProgress: () => {},
  })
  return outcome.vectors?.values ?? reasonOf(outcome.reports[0])
}

/** @returns the reason that it could not be ranked; null on success */
async function rankColumn(
  { store, analysis, signal }: Pick<QuestionOptions, 'store' | 'analysis' | 'signal'>,
  set: string,
  vector: Float32Array,
): Promise<string | null> {
  const { metric } = store.read()
  try {
    const nearest = await analysis.run('nearest', { set, vector, k: neighboursShown, metric }, { signal })
    showNeighbours(store, set, signal, nearest)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

type Report = Awaited<ReturnType<typeof runBatches>>['reports'][number]

function reasonOf(report: Report | undefined): string {
  if (report?.state === 'wrong') return report.reason
  if (report?.state !== 'failed') return 'The query could not be embedded.'
  const { failure } = report.run
  return failure && 'message' in failure ? failure.message : 'Could not reach the API.'
}

const neighboursShown = 10

/** Computes each model's neighbors of the anchor row, with the selected metric. */
async function askNeighbours(
  store: StateStore<ViewerState>,
  analysis: Analysis,
  signal: AbortSignal,
): Promise<void> {
  const { shown, anchor, metric } = store.read()
  if (anchor?.kind !== 'row' || shown === null) return
  await Promise.all(
    shown.columns.map(async ({ set, pca }) => {
      if (pca.state !== 'done') return
      const input = { set, row: anchor.row, k: neighboursShown, metric }
      showNeighbours(store, set, signal, await analysis.run('neighbours', input, { signal }))
    }),
  )
}

function showNeighbours(
  store: StateStore<ViewerState>,
  set: string,
  signal: AbortSignal,
  neighbours: readonly Neighbour[],
): void {
  if (!signal.aborted) changeColumn(store, set, () => ({ neighbours }))
}

interface EmbedOptions {
  readonly store: StateStore<ViewerState>
  readonly path: string
  readonly send: (request: RunRequest, observer: RunObserver) => RunHandle
  readonly set: string
  readonly texts: readonly string[]
  /** The body of every request except for its `input`. */
  readonly body: Readonly<Record<string, unknown>>
  /** Sent instead of the texts, when the input is not a list of texts. */
  readonly raw: string | null
  readonly signal: AbortSignal
}

/** Sends the texts of one model, batch by batch, and stores its runs and results. */
async function embedColumn(options: EmbedOptions): Promise<BatchOutcome> {
  const { store, set, texts, body, raw, signal } = options
  const previous = findColumn(store, set)?.outcome ?? undefined
  const outcome = await runBatches({
    texts,
    body,
    signal,
    send: (batchBody, batchSignal) => sendBody(options, raw ?? batchBody, batchSignal),
    onProgress: progress =>
      changeColumn(store, set, ({ runs }) => ({
        progress,
        runs: runs.map(run => lighterRun(run, progress)),
      })),
    ...(previous && { previous }),
  })
  changeColumn(store, set, () => ({ outcome, progress: outcome }))
  return outcome
}

// The part of a response stored after its vectors were parsed: complete ones of a large set would fill the
// tab.
function lighterRun(run: Run, { reports }: BatchProgress): Run {
  const report = reports.find(each => 'run' in each && each.run.id === run.id)
  return report && 'run' in report ? report.run : run
}

/** Sends one body and stores its run in the column from the start. */
function sendBody(
  { store, set, path, send }: Pick<EmbedOptions, 'store' | 'set' | 'path' | 'send'>,
  body: string,
  signal: AbortSignal,
): Promise<Run> {
  const keep = (run: Run) =>
    changeColumn(store, set, ({ runs }) => ({
      runs: runs.some(({ id }) => id === run.id)
        ? runs.map(each => (each.id === run.id ? run : each))
        : [...runs, run],
    }))
  const handle = send({ path, body, signal }, { onUpdate: keep })
  keep(handle.current())
  return handle.finished
}
