import type { RequestTable } from './schema.ts'
import { toStorable } from './to-storable.ts'

/** What is kept of one call. It holds no part of a body. */
export interface RequestRow extends Omit<RequestTable, 'usageEstimated' | 'stream'> {
  usageEstimated: boolean
  stream: boolean
}

export function toRequestRow(row: RequestTable): RequestRow {
  return { ...row, usageEstimated: row.usageEstimated === 1, stream: row.stream === 1 }
}

/** A row of what happened is never refused: figures come from providers, and one bad row would fail its whole batch. */
export function toTableRow(row: RequestRow): RequestTable {
  return {
    ...row,
    startedAt: toInteger(row.startedAt),
    route: clean(row.route),
    model: cleanOrNull(row.model),
    answeredBy: cleanOrNull(row.answeredBy),
    attempts: toInteger(row.attempts),
    status: toInteger(row.status),
    promptTokens: toInteger(row.promptTokens),
    completionTokens: toInteger(row.completionTokens),
    usageEstimated: row.usageEstimated ? 1 : 0,
    costNanos: toInteger(row.costNanos),
    firstMs: row.firstMs === null ? null : toInteger(row.firstMs),
    totalMs: toInteger(row.totalMs),
    stream: row.stream ? 1 : 0,
    documentPages: toInteger(row.documentPages),
    ocrPages: toInteger(row.ocrPages),
    audioMs: toInteger(row.audioMs),
    client: cleanOrNull(row.client),
  }
}

function toInteger(value: number): number {
  if (Number.isNaN(value)) return 0
  return Math.round(Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER))
}

const lengthMax = 256

/** The model's name comes from the client; one of 30 MB would be kept for good. */
function clean(text: string): string {
  return toStorable(text.slice(0, lengthMax))
}

function cleanOrNull(text: string | null): string | null {
  return text === null ? null : clean(text)
}
