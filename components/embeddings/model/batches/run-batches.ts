import { isFatalForBatch } from '#components/playground/run/model/fatal-for-batch.ts'
import { toText, toList, toNumber, toObject } from '#lib/client/json-value.ts'
import type { Run } from '#lib/client/run.ts'
import type { BatchOutcome, BatchProgress, BatchReport } from './batch-report.ts'
import { planBatches } from './plan-batches.ts'
import { readRunUsage } from '#components/playground/run/model/run-usage.ts'
import type { VectorSet } from '#components/embeddings/model/vector-set.ts'
import { isRecord, readJson } from '#lib/read-json.ts'

// Invalid key, missing permission, unknown model: the same for every request of the batch.
const isOfAll = ({ status }: { status: number }) => status === 401 || status === 403 || status === 404

export interface BatchesInput {
  readonly texts: readonly string[]
  /** The draft's body; each request is this with its own `input`. */
  readonly body: Readonly<Record<string, unknown>>
  /** Sends one body, as `startRun` does, and resolves with the ended run; never rejects. */
  readonly send: (body: string, signal: AbortSignal) => Promise<Run>
  readonly onProgress: (progress: BatchProgress) => void
  readonly signal: AbortSignal
  /** Maximum texts per request. */
  readonly batchSize?: number
  /** Maximum concurrent requests. */
  readonly concurrency?: number
  /** An earlier result for the same texts: only missing ones are sent. */
  readonly previous?: BatchOutcome
}

/**
 * Embeds any number of texts in as many requests as they need. A request that fails or is stopped loses its
 * own texts only; an error that would fail them all (invalid key, unknown model, no network) stops the rest.
 * Never rejects.
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
    previous?.reports.map(saveDone) ??
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
      if (isFatalForBatch(run, isOfAll)) controller.abort()
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
  // Of a response too large to store only its figures remain: its texts can be requested again.
  if (run.state === 'stopped' || run.cut === true) return { batch, state: 'stopped' }
  if (run.state !== 'done') return { batch, state: 'failed', run }
  const read = readVectors(run.response?.body ?? '', batch.end - batch.start)
  if (read.status === 'wrong') return { batch, state: 'wrong', run, reason: read.reason }
  const reason = collector.add(batch.start, read.values, read.dimensions)
  if (reason !== null) return { batch, state: 'wrong', run, reason }
  const ms = run.timing.totalMs ?? 0
  return { batch, state: 'done', run: lightenRun(run, batches), tokens: read.tokens, ms }
}

function saveDone(report: BatchReport): BatchReport {
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

const batchesKept = 4
const charactersKept = 65_536

/**
 * The run as stored after its vectors were parsed. Of many batches, HTTP shows only the beginning of each
 * response: 50 whole ones would use 200 MB in addition to the vectors.
 */
function lightenRun(run: Run, batches: number): Run {
  const body = run.response?.body ?? null
  if (run.response === null || body === null || batches <= batchesKept || body.length <= charactersKept)
    return run
  // A copy, because a slice keeps the whole text in memory.
  const beginning = structuredClone(body.slice(0, charactersKept))
  // The usage is at the end of the response.
  const usage = readRunUsage(run)
  return { ...run, response: { ...run.response, body: beginning }, usage, cut: true }
}

/** Joins the vectors of several responses. */
interface VectorCollector {
  /**
   * Adds vectors for the texts from `start`; returns an error message when they do not match earlier ones.
   */
  add: (start: number, values: Float32Array, dimensions: number) => string | null
  /** Null when nothing was added. */
  collected: () => VectorSet | null
}

/** @param previous existing vectors of the same texts; not mutated */
function createVectorCollector(model: string, count: number, previous: VectorSet | null): VectorCollector {
  let set = previous && { ...previous, values: previous.values.slice(), present: previous.present.slice() }
  return {
    add(start, values, dimensions) {
      set ??= {
        model,
        count,
        dimensions,
        values: new Float32Array(count * dimensions),
        present: new Uint8Array(count),
      }
      if (dimensions !== set.dimensions) {
        return `The vectors have ${dimensions} dimensions; those of other requests have ${set.dimensions}.`
      }
      set.values.set(values, start * dimensions)
      set.present.fill(1, start, start + values.length / dimensions)
      return null
    },
    collected: () => set,
  }
}

type VectorsRead =
  | {
      readonly status: 'read'
      readonly model: string | null
      readonly dimensions: number
      /** count × dimensions, in the order of the texts. */
      readonly values: Float32Array
      readonly tokens: number | null
    }
  /** The response does not match the request; a whole sentence. */
  | { readonly status: 'wrong'; readonly reason: string }

/** The vectors of a response of `/v1/embeddings`, as numbers or as base64, by their `index`. */
export function readVectors(body: string, count: number): VectorsRead {
  const answer = readJson(body)
  if (!isRecord(answer)) return wrong('The response is not valid JSON.')
  const data = toList(answer['data'])
  if (data.length !== count) return wrong(`The response has ${data.length} vectors for ${count} texts.`)

  let values = new Float32Array(0)
  let dimensions = 0
  const seen = new Uint8Array(count)
  for (const item of data) {
    const { index, embedding } = toObject(item)
    const at = toNumber(index)
    if (at === null || !Number.isInteger(at) || at < 0 || at >= count || seen[at] === 1) {
      return wrong(`The response has an invalid or duplicate index ${String(index)}.`)
    }
    const vector = decodeFloats(embedding)
    if (vector === null || vector.length === 0)
      return wrong(`Vector ${at} is neither an array of numbers nor base64.`)
    if (dimensions === 0) {
      dimensions = vector.length
      values = new Float32Array(count * dimensions)
    }
    if (vector.length !== dimensions) {
      return wrong(`Vector ${at} has ${vector.length} dimensions; others have ${dimensions}.`)
    }
    seen[at] = 1
    values.set(vector, at * dimensions)
  }
  const tokens = toNumber(toObject(answer['usage'])['prompt_tokens'])
  return { status: 'read', model: toText(answer['model']), dimensions, values, tokens }
}

function wrong(reason: string): VectorsRead {
  return { status: 'wrong', reason }
}

/**
 * A vector in the API's format: an array of numbers, or base64 of little-endian float32; null when it is
 * neither.
 */
function decodeFloats(embedding: unknown): Float32Array | null {
  if (typeof embedding === 'string') return decodeBase64(embedding)
  return Array.isArray(embedding) ? copyNumbers(embedding) : null
}

function copyNumbers(numbers: readonly unknown[]): Float32Array | null {
  const vector = new Float32Array(numbers.length)
  for (let at = 0; at < numbers.length; at += 1) {
    const value = numbers[at]
    // A server that cannot write NaN writes null: the viewer then reports one unhealthy vector and keeps the
    // others.
    if (typeof value !== 'number' && value !== null) return null
    vector[at] = value ?? NaN
  }
  return vector
}

function decodeBase64(text: string): Float32Array | null {
  const binary = readBase64(text)
  if (binary === null || binary.length % 4 !== 0) return null
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  // Every browser runs on little-endian hardware, as in the API format.
  return new Float32Array(bytes.buffer)
}

function readBase64(text: string): string | null {
  try {
    return atob(text)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
