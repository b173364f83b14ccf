import type { Analysis } from '#lib/client/embeddings/analysis/create-analysis.ts'
import type { UmapSettings } from '#lib/client/embeddings/projection/umap-layout.ts'
import { newId } from '#lib/client/new-id.ts'
import { startRun } from '#lib/client/send.ts'
import { analyseColumn, measureTrust } from './analyse-column.ts'
import { askNeighbours } from './ask-neighbours.ts'
import { askQuestion, rankByQuestion } from './ask-question.ts'
import { changeColumn, emptyColumn } from './change-column.ts'
import { compute } from './compute.ts'
import { embedColumn } from './embed-column.ts'
import { coloringFor } from './link-view.ts'
import { modelsOf } from './request.ts'
import { createStore, type Store } from './store.ts'
import { rowsOf } from './text-source.ts'
import { initialState, type ModelColumn, type Shown, type ViewerState } from './viewer-state.ts'

/** The playground without its page: what was asked, what came, and what is being computed. */
export interface Viewer {
  readonly store: Store<ViewerState>
  readonly analysis: () => Analysis
  /** Embeds the texts with every chosen model. */
  readonly run: () => void
  /** Sends again what failed or was stopped, and nothing else. */
  readonly retry: () => void
  readonly stop: () => void
  readonly showLayout: (layout: ViewerState['layout']) => void
  readonly startUmap: (settings: UmapSettings) => void
  readonly cancelUmap: () => void
  readonly anchorRow: (row: number | null) => void
  /** Embeds a question with the same models and ranks the texts by it. */
  readonly anchorQuery: (text: string) => void
  readonly setMetric: (metric: ViewerState['metric']) => void
  /** Shows an earlier run; its answers are put back where `send` still has them. */
  readonly restore: (shown: Omit<Shown, 'columns' | 'running'>, replay: typeof startRun) => void
  readonly close: () => void
}

export interface ViewerOptions {
  readonly path: string
  /** Starts the worker, when there is something to compute. */
  readonly startAnalysis: () => Analysis
  readonly send?: typeof startRun
}

export function createViewer({ path, startAnalysis, send = startRun }: ViewerOptions): Viewer {
  const store = createStore(initialState)
  let analysis: Analysis | null = null
  let sending = new AbortController()
  let computing = new AbortController()
  let umapping = new AbortController()
  let asking = new AbortController()

  const worker = () => (analysis ??= startAnalysis())
  const columns = () => store.read().shown?.columns ?? []
  const each = (work: (column: ModelColumn) => Promise<unknown>) => Promise.all(columns().map(work))

  function show(shown: Omit<Shown, 'columns' | 'running'>): void {
    computing.abort()
    umapping.abort()
    asking.abort()
    computing = new AbortController()
    // A thread that died, for want of memory say, is followed by another.
    if (analysis !== null && !analysis.alive()) {
      analysis.close()
      analysis = null
    }
    for (const { set } of columns()) void analysis?.run('unload', { set }).catch(ignoreClosed)
    const made = modelsOf(shown.request).map((model, place) => emptyColumn(`${shown.id}-${place}`, model))
    const grouped = shown.rows.some(row => row.group !== null)
    store.update(state => ({
      ...state,
      shown: { ...shown, columns: made, running: false },
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
    sending = new AbortController()
    const { signal } = sending
    const current = computing.signal
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
      // Without texts there is one request all the same, for who wants to see what the API says to that.
      const texts = shown.rows.length === 0 ? [''] : shown.rows.map(row => row.text)
      // One text alone, token ids, or what the API is meant to refuse: sent as it was written.
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
      // What came of the texts is shown, also when the rest failed or was stopped.
      if (vectors !== null && done > before && !current.aborted)
        void analyseColumn(
          { store, analysis: worker(), set: column.set, signal: current },
          shown.rows,
          vectors,
        )
    })
    setRunning(false)
  }

  const neighbours = () => {
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    void askNeighbours(store, worker(), signal).catch((error: unknown) => {
      if (signal.aborted) return
      const failure = error instanceof Error ? error.message : String(error)
      store.update(state =>
        state.anchor?.kind === 'row' ? { ...state, anchor: { ...state.anchor, failure } } : state,
      )
    })
  }
  const trust = () =>
    void each(({ set }) => measureTrust({ store, analysis: worker(), set, signal: computing.signal }))

  return {
    store,
    analysis: worker,
    run() {
      const { request, shown } = store.read()
      if (shown?.running) return
      const { rows } = rowsOf(request.source)
      show({ id: newId(), createdAt: Date.now(), request, rows, restored: false })
      void embed(send)
    },
    retry() {
      store.update(state => ({ ...state, shown: state.shown && { ...state.shown, restored: false } }))
      void embed(send)
    },
    stop: () => sending.abort(),
    showLayout(layout) {
      store.update(state => ({ ...state, layout }))
      trust()
    },
    startUmap(umapSettings) {
      umapping.abort()
      umapping = new AbortController()
      const { signal } = umapping
      store.update(state => ({ ...state, umapSettings, layout: 'umap' }))
      void each(async ({ set, pca }) => {
        if (pca.state !== 'done') return
        await compute(
          signal,
          onProgress => worker().run('umap', { set, ...umapSettings }, { signal, onProgress }),
          // The end of a try comes after the start of the next.
          umap => signal === umapping.signal && changeColumn(store, set, () => ({ umap })),
        )
        await measureTrust({ store, analysis: worker(), set, signal: computing.signal })
      })
    },
    cancelUmap() {
      umapping.abort()
      store.update(state => ({ ...state, layout: 'pca' }))
    },
    anchorRow(row) {
      asking.abort()
      store.update(state => ({ ...state, anchor: row === null ? null : { kind: 'row', row, failure: null } }))
      for (const { set } of columns()) changeColumn(store, set, () => ({ neighbours: [] }))
      if (row !== null) neighbours()
    },
    anchorQuery(text) {
      asking.abort()
      asking = new AbortController()
      store.update(state => ({ ...state, anchor: { kind: 'query', text, state: 'running' } }))
      for (const { set } of columns()) changeColumn(store, set, () => ({ neighbours: [] }))
      void askQuestion({ store, analysis: worker(), path, send, text, signal: asking.signal })
    },
    setMetric(metric) {
      store.update(state => ({ ...state, metric }))
      const { anchor } = store.read()
      if (anchor?.kind === 'row') neighbours()
      if (anchor?.kind !== 'query' || anchor.state !== 'done') return
      asking.abort()
      asking = new AbortController()
      void rankByQuestion({ ...anchor, store, analysis: worker(), signal: asking.signal })
    },
    restore(shown, replay) {
      show(shown)
      void embed(replay)
    },
    close() {
      sending.abort()
      computing.abort()
      umapping.abort()
      asking.abort()
      analysis?.close()
      analysis = null
    },
  }
}

function isTextList(input: unknown): boolean {
  return Array.isArray(input) && input.length > 0 && input.every(item => typeof item === 'string')
}

// A thread that is gone holds nothing any more.
function ignoreClosed(): void {}
