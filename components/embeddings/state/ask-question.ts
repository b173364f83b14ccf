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
  const { shown } = store.read()
  const problems = await Promise.all((shown?.columns ?? []).map(column => askColumn(options, column)))
  if (signal.aborted) return
  const problem = problems.find(each => each !== null) ?? null
  const anchor =
    problem === null
      ? ({ kind: 'query', text, state: 'done' } as const)
      : ({ kind: 'query', text, state: 'failed', reason: problem } as const)
  store.update(state => ({ ...state, anchor }))
}

/** @returns why it could not be ranked; null when it was */
async function askColumn(options: QuestionOptions, { set, model }: ModelColumn): Promise<string | null> {
  const { store, analysis, path, send, text, signal } = options
  const { metric, request } = store.read()
  const asked = request.body['task'] === 'retrieval.passage' && { task: 'retrieval.query' }
  const outcome = await runBatches({
    texts: [text],
    body: { ...request.body, model, ...asked },
    signal,
    send: (body, sendSignal) => sendBody({ store, set, path, send }, body, sendSignal),
    onProgress: () => {},
  })
  const report = outcome.reports[0]
  if (outcome.vectors === null) return reasonOf(report)
  try {
    const vector = outcome.vectors.values
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
