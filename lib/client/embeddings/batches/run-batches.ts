import { hopelessForAll } from '#lib/client/hopeless-for-all.ts'
import { toText } from '#lib/client/json-value.ts'
import type { Run } from '#lib/client/run.ts'
import type { BatchOutcome, BatchProgress, BatchReport } from './batch-report.ts'
import { lightenRun } from './lighten-run.ts'
import { planBatches } from './plan-batches.ts'
import { readVectors } from './read-vectors.ts'
import { createVectorCollector, type VectorCollector } from './vector-collector.ts'

// No key, not allowed, no such model: true of every request with the same body but for its texts.
const isOfAll = ({ status }: { status: number }) => status === 401 || status === 403 || status === 404

export interface BatchesInput {
  readonly texts: readonly string[]
  /** The draft's body; each request is this with its own `input`. */
  readonly body: Readonly<Record<string, unknown>>
  /** Sends one body, as `startRun` does, and resolves with the ended run; never rejects. */
  readonly send: (body: string, signal: AbortSignal) => Promise<Run>
  readonly onProgress: (progress: BatchProgress) => void
  readonly signal: AbortSignal
  /** Texts in a request at most. */
  readonly batchSize?: number
  /** Requests on their way at once. */
  readonly concurrency?: number
  /** An earlier outcome of the same texts: only what it lacks is sent. */
  readonly previous?: BatchOutcome
}

/**
 * Embeds any number of texts in as many requests as they need. A request that fails or is stopped loses its own texts
 * only; one that would fail for all (no key, no such model, no network) holds the rest back. Never rejects.
 */
export async function runBatches({
  texts,
  body,
  send,
  onProgress,
  signal,
  batchSize,
  concurrency = 2,
  previous,
}: BatchesInput): Promise<BatchOutcome> {
  const startedAt = Date.now()
  const reports: BatchReport[] =
    previous?.reports.map(keepDone) ??
    planBatches(texts, batchSize).map(batch => ({ batch, state: 'waiting' as const }))
  const collector = createVectorCollector(
    toText(body['model']) ?? '',
    texts.length,
    previous?.vectors ?? null,
  )
  const controller = new AbortController()
  const held = AbortSignal.any([signal, controller.signal])

  const progress = (): BatchProgress => ({
    reports: reports.slice(),
    done: reports.reduce((sum, report) => sum + (report.state === 'done' ? sizeOf(report) : 0), 0),
    total: texts.length,
  })
  const put = (report: BatchReport) => {
    reports[report.batch.index] = report
    onProgress(progress())
  }
  const work = async (): Promise<void> => {
    for (let next = nextWaiting(reports); next !== null && !held.aborted; next = nextWaiting(reports)) {
      const { batch } = next
      put({ batch, state: 'running', startedAt: Date.now() })
      const run = await send(JSON.stringify({ ...body, input: texts.slice(batch.start, batch.end) }), signal)
      put(toReport(batch, run, collector, reports.length))
      if (hopelessForAll(run, isOfAll)) controller.abort()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  for (const report of reports) if (report.state === 'waiting') put({ batch: report.batch, state: 'stopped' })
  return {
    ...progress(),
    vectors: collector.collected(),
    tokens: sumTokens(reports),
    ms: Date.now() - startedAt,
  }
}

function toReport(
  batch: BatchReport['batch'],
  run: Run,
  collector: VectorCollector,
  batches: number,
): BatchReport {
  // Of an answer that was too large to keep only its figures are left: its texts can be asked for again.
  if (run.state === 'stopped' || run.cut === true) return { batch, state: 'stopped' }
  if (run.state !== 'done') return { batch, state: 'failed', run }
  const read = readVectors(run.response?.body ?? '', batch.end - batch.start)
  if (read.status === 'wrong') return { batch, state: 'wrong', run, reason: read.reason }
  const reason = collector.add(batch.start, read.values, read.dimensions)
  if (reason !== null) return { batch, state: 'wrong', run, reason }
  const ms = run.timing.totalMs ?? 0
  return { batch, state: 'done', run: lightenRun(run, batches), tokens: read.tokens, ms }
}

function keepDone(report: BatchReport): BatchReport {
  return report.state === 'done' ? report : { batch: report.batch, state: 'waiting' }
}

function nextWaiting(reports: readonly BatchReport[]): BatchReport | null {
  return reports.find(({ state }) => state === 'waiting') ?? null
}

function sizeOf({ batch }: BatchReport): number {
  return batch.end - batch.start
}

function sumTokens(reports: readonly BatchReport[]): number | null {
  const done = reports.filter(report => report.state === 'done')
  if (done.length === 0 || done.some(({ tokens }) => tokens === null)) return null
  return done.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0)
}
