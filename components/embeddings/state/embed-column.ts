import type { BatchOutcome, BatchProgress } from '#lib/client/embeddings/batches/batch-report.ts'
import { runBatches } from '#lib/client/embeddings/batches/run-batches.ts'
import type { Run } from '#lib/client/run.ts'
import type { RunHandle, RunObserver, RunRequest } from '#lib/client/send.ts'
import { changeColumn, findColumn } from './change-column.ts'
import type { Store } from './store.ts'
import type { ViewerState } from './viewer-state.ts'

export interface EmbedOptions {
  readonly store: Store<ViewerState>
  readonly path: string
  readonly send: (request: RunRequest, observer: RunObserver) => RunHandle
  readonly set: string
  readonly texts: readonly string[]
  /** The body of every request but for its `input`. */
  readonly body: Readonly<Record<string, unknown>>
  /** Sent instead of the texts, where the input is no list of texts. */
  readonly raw: string | null
  readonly signal: AbortSignal
}

/** Sends the texts of one model, batch by batch, and keeps its runs and what came of them. */
export async function embedColumn(options: EmbedOptions): Promise<BatchOutcome> {
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

// What a batch keeps of its answer once the vectors were read: the whole ones of a large set would fill the tab.
function lighterRun(run: Run, { reports }: BatchProgress): Run {
  const report = reports.find(each => 'run' in each && each.run.id === run.id)
  return report && 'run' in report ? report.run : run
}

/** Sends one body and keeps its run in the column, from its start on. */
export function sendBody(
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
