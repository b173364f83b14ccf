import { runBatches } from '#lib/client/embeddings/batches/run-batches.ts'
import type { Analysis } from '#lib/client/embeddings/analysis/create-analysis.ts'
import type { startRun } from '#lib/client/send.ts'
import { neighboursShown, showNeighbours } from './ask-neighbours.ts'
import { sendBody } from './embed-column.ts'
import type { Store } from './store.ts'
import type { ModelColumn, ViewerState } from './viewer-state.ts'

export interface QuestionOptions {
  readonly store: Store<ViewerState>
  readonly analysis: Analysis
  readonly path: string
  readonly send: typeof startRun
  readonly text: string
  readonly signal: AbortSignal
}

/** Embeds a question as the texts were embedded, but as a question where a task was named, and ranks them by it. */
export async function askQuestion(options: QuestionOptions): Promise<void> {
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

/** Ranks the texts by a question that was embedded, by the metric that is chosen now. */
export async function rankByQuestion(
  options: Omit<QuestionOptions, 'path' | 'send'> & { readonly vectors: ReadonlyMap<string, Float32Array> },
): Promise<void> {
  const { store, text, vectors, signal } = options
  const problems = await Promise.all([...vectors].map(([set, vector]) => rankColumn(options, set, vector)))
  const reason = problems.find(each => each !== null) ?? null
  if (signal.aborted || reason === null) return
  store.update(state => ({ ...state, anchor: { kind: 'query', text, state: 'failed', reason } }))
}

/** @returns why there is no vector, where there is none */
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

/** @returns why it could not be ranked; null when it was */
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
  if (report?.state !== 'failed') return 'The question was not embedded.'
  const { failure } = report.run
  return failure && 'message' in failure ? failure.message : 'The API could not be reached.'
}
