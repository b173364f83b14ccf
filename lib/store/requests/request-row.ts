import type { RequestTable } from '#lib/store/core/schema.ts'
import { z } from 'zod'
import { readJson } from '#lib/read-json.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'

/** Log row of one call. It contains no part of a body. */
export interface RequestRow extends Omit<
  RequestTable,
  'cacheMissed' | 'usageEstimated' | 'usageMismatch' | 'units' | 'stream' | 'attemptList' | 'bodiesKept'
> {
  /** Translated with cache hints of the client, and the provider reported that it read nothing from its cache. */
  cacheMissed: boolean
  usageEstimated: boolean
  /** Counts by unit of the price that charged it. */
  units: UnitCounts | null
  usageMismatch: boolean
  stream: boolean
  /** Attempts in order; null if the only one succeeded and the row describes it. */
  attemptList: readonly RequestAttempt[] | null
  /** Whether its bodies were logged; they expire before the row. */
  bodiesKept: boolean
}

export type UnitCounts = Record<string, number>

/** One attempt at a provider. */
export interface RequestAttempt {
  readonly provider: string
  /** Public id of the requested model. */
  readonly model: string
  /** Absent: the model has only one. */
  readonly deployment?: string
  /** Milliseconds since the request. */
  readonly startMs: number
  readonly ms: number
  /** Error; null: success. */
  readonly error: { readonly code: string; readonly message: string } | null
  /** Whether the budget has rejected it, so that it was not asked; absent: no. */
  readonly skipped?: true
  /** Its part of the cost of the request; absent: it cost nothing, or the row is older. */
  readonly charge?: AttemptCharge
}

/** Tokens and cost of a request, or of a part of it. Money is nano-dollars. */
export interface ChargedCounts {
  readonly promptTokens: number
  /** Of the tokens of the prompt. */
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  readonly completionTokens: number
  /** Of the tokens of the answer. */
  readonly reasoningTokens: number
  readonly costNanos: number
}

/** The cost of one attempt. */
export interface AttemptCharge extends ChargedCounts {
  readonly costSource: string
  /** Null: none was used. */
  readonly priceRef: string | null
  /** As the price counted them; null: there was none. */
  readonly units: UnitCounts | null
}

export function toRequestRow(row: RequestTable): RequestRow {
  return {
    ...row,
    cacheMissed: row.cacheMissed === 1,
    usageEstimated: row.usageEstimated === 1,
    units: readUnits(row.units),
    usageMismatch: row.usageMismatch === 1,
    stream: row.stream === 1,
    attemptList: readAttempts(row.attemptList),
    bodiesKept: row.bodiesKept === 1,
  }
}

export function readAttempts(text: string | null): readonly RequestAttempt[] | null {
  return text === null ? null : (JSON.parse(text) as RequestAttempt[])
}

const unitsSchema = z.record(z.string(), z.number())

export function readUnits(text: string | null): Record<string, number> | null {
  return text === null ? null : (unitsSchema.safeParse(readJson(text)).data ?? null)
}

/** A log row is never rejected: numbers come from providers, and one invalid row would fail its whole batch. */
export function toTableRow(row: RequestRow): RequestTable {
  return {
    ...row,
    startedAt: toInteger(row.startedAt),
    route: clean(row.route),
    model: cleanOrNull(row.model),
    answeredBy: cleanOrNull(row.answeredBy),
    deployment: cleanOrNull(row.deployment),
    session: cleanOrNull(row.session),
    agent: cleanOrNull(row.agent),
    attempts: toInteger(row.attempts),
    status: toInteger(row.status),
    promptTokens: toSummand(row.promptTokens, tokensMax),
    completionTokens: toSummand(row.completionTokens, tokensMax),
    cacheReadTokens: toSummand(row.cacheReadTokens, tokensMax),
    cacheWriteTokens: toSummand(row.cacheWriteTokens, tokensMax),
    cacheWriteLongTokens: toSummand(row.cacheWriteLongTokens, tokensMax),
    reasoningTokens: toSummand(row.reasoningTokens, tokensMax),
    cacheMissed: row.cacheMissed ? 1 : 0,
    usageEstimated: row.usageEstimated ? 1 : 0,
    costNanos: toSummand(row.costNanos, costNanosMax),
    priceRef: cleanOrNull(row.priceRef),
    units: row.units === null ? null : JSON.stringify(row.units),
    usageMismatch: row.usageMismatch ? 1 : 0,
    // Already as short as its header.
    ignored: row.ignored === null ? null : toStorable(row.ignored),
    cutAtTokens: row.cutAtTokens === null ? null : toInteger(row.cutAtTokens),
    firstMs: row.firstMs === null ? null : toInteger(row.firstMs),
    totalMs: toInteger(row.totalMs),
    stream: row.stream ? 1 : 0,
    documentPages: toInteger(row.documentPages),
    ocrPages: toInteger(row.ocrPages),
    audioMs: toInteger(row.audioMs),
    client: cleanOrNull(row.client),
    authMs: toInteger(row.authMs),
    queueMs: toInteger(row.queueMs),
    loadMs: toInteger(row.loadMs),
    upstreamMs: toInteger(row.upstreamMs),
    attemptList: row.attemptList === null ? null : JSON.stringify(row.attemptList.map(toTableAttempt)),
    bodiesKept: row.bodiesKept ? 1 : 0,
  }
}

function toTableAttempt({ charge, ...attempt }: RequestAttempt): RequestAttempt {
  if (charge === undefined) return attempt
  return {
    ...attempt,
    charge: {
      ...charge,
      promptTokens: toSummand(charge.promptTokens, tokensMax),
      cacheReadTokens: toSummand(charge.cacheReadTokens, tokensMax),
      cacheWriteTokens: toSummand(charge.cacheWriteTokens, tokensMax),
      completionTokens: toSummand(charge.completionTokens, tokensMax),
      reasoningTokens: toSummand(charge.reasoningTokens, tokensMax),
      costNanos: toSummand(charge.costNanos, costNanosMax),
    },
  }
}

// Limits for one call. Provider usage is untrusted; sums stay far below the range of a column.
const tokensMax = 1e12
// 10,000 US dollars.
const costNanosMax = 1e13

function toSummand(value: number, max: number): number {
  return Math.min(Math.max(toInteger(value), 0), max)
}

function toInteger(value: number): number {
  if (Number.isNaN(value)) return 0
  return Math.round(Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER))
}

const lengthMax = 256

/** The model name comes from the client; one of 30 MB would be stored permanently. */
function clean(text: string): string {
  return toStorable(text.slice(0, lengthMax))
}

function cleanOrNull(text: string | null): string | null {
  return text === null ? null : clean(text)
}
