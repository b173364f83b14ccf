import type { Batch, BatchOutcome, BatchReport } from '#components/embeddings/model/batches/batch-report.ts'
import type { TextRow } from '#components/embeddings/model/text-row.ts'
import type { VectorSet } from '#components/embeddings/model/vector-set.ts'
import { attachmentBytesMax, sizeOf } from '#components/playground/history/model/attachment-size.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import { isRecord } from '#lib/read-json.ts'
import { toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import type { Run } from '#lib/client/run.ts'
import { readFileSource, type TextSource } from './text-source.ts'
import type { ModelColumn, Shown } from './viewer-state.ts'

/** The result of one model, as restored. */
export type StoredColumn = Pick<ModelColumn, 'runs'> & { readonly outcome: BatchOutcome }

/**
 * The parts of a finished run that the history stores whole, because it cuts responses and requests: vectors, and
 * texts that were not typed. Undefined while it is running.
 */
export function toAttachment({ request, columns, running }: Shown): object | undefined {
  if (running) return undefined
  const results = columns.map(({ runs, outcome }) => ({
    runIds: runs.map(({ id }) => id),
    vectors: outcome?.vectors ?? null,
    tokens: outcome?.tokens ?? null,
    ms: outcome?.ms ?? 0,
    reports: (outcome?.reports ?? []).map(report =>
      'run' in report ? { ...report, run: undefined, runId: report.run.id } : report,
    ),
  }))
  const { source } = request
  return { ...((source.kind === 'file' || source.kind === 'list') && { source }), results }
}

/** The bytes of a finished run that is too large for the history; null when it is stored. */
export function oversizedBytes(shown: Shown): number | null {
  const bytes = sizeOf(toAttachment(shown))
  return bytes > attachmentBytesMax ? bytes : null
}

/** The texts of a stored run; null when its request has them. */
export function readStoredSource({ attachment }: HistoryEntry): TextSource | null {
  const source = toObject(toObject(attachment)['source'])
  const label = toText(source['label'])
  const rows = toList(source['rows'])
  if (source['kind'] === 'list' && label !== null && rows.every(isTextRow))
    return { kind: 'list', label, rows }
  return readFileSource(source)
}

/** The results of a stored run by model; null when they were not stored. */
export function readStoredResults({ attachment, runs }: HistoryEntry): readonly StoredColumn[] | null {
  const results = toList(toObject(attachment)['results'])
  const read = results.map(result => readResult(toObject(result), runs))
  const known = read.filter(result => result !== null)
  return known.length > 0 && known.length === read.length ? known : null
}

function readResult(result: Readonly<Record<string, unknown>>, runs: readonly Run[]): StoredColumn | null {
  const runIds = new Set(toList(result['runIds']))
  const vectors = readVectorSet(result['vectors'])
  const reports = toList(result['reports']).map(report => readReport(toObject(report), runs))
  const known = reports.filter(report => report !== null)
  if (vectors === undefined || known.length !== reports.length) return null
  const sizes = known.map(({ batch, state }) => ({ size: batch.end - batch.start, state }))
  return {
    runs: runs.filter(({ id }) => runIds.has(id)),
    outcome: {
      reports: known,
      done: sizes.reduce((sum, { size, state }) => sum + (state === 'done' ? size : 0), 0),
      total: sizes.reduce((sum, { size }) => sum + size, 0),
      vectors,
      tokens: toNumber(result['tokens']),
      ms: toNumber(result['ms']) ?? 0,
    },
  }
}

/** @returns undefined when invalid */
function readVectorSet(value: unknown): VectorSet | null | undefined {
  if (value === null) return null
  const { model, count, dimensions, values, present } = toObject(value)
  if (typeof model !== 'string' || typeof count !== 'number' || typeof dimensions !== 'number')
    return undefined
  if (!(values instanceof Float32Array) || values.length !== count * dimensions) return undefined
  if (!(present instanceof Uint8Array) || present.length !== count) return undefined
  return { model, count, dimensions, values, present }
}

function readReport(report: Readonly<Record<string, unknown>>, runs: readonly Run[]): BatchReport | null {
  const batch = readBatch(toObject(report['batch']))
  if (batch === null) return null
  const run = runs.find(({ id }) => id === report['runId'])
  if (report['state'] === 'stopped') return { batch, state: 'stopped' }
  if (run === undefined) return null
  switch (report['state']) {
    case 'done':
      return {
        batch,
        state: 'done',
        run,
        tokens: toNumber(report['tokens']),
        ms: toNumber(report['ms']) ?? 0,
      }
    case 'failed':
      return { batch, state: 'failed', run }
    case 'wrong':
      return { batch, state: 'wrong', run, reason: toText(report['reason']) ?? '' }
    default:
      return null
  }
}

function readBatch({ index, start, end, tokens }: Readonly<Record<string, unknown>>): Batch | null {
  if (typeof index !== 'number' || typeof start !== 'number' || typeof end !== 'number') return null
  return { index, start, end, tokens: toNumber(tokens) ?? 0 }
}

function isTextRow(row: unknown): row is TextRow {
  if (!isRecord(row)) return false
  const { text, group, line } = row
  return typeof text === 'string' && (group === null || typeof group === 'string') && typeof line === 'number'
}
