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

export function toTableRow(row: RequestRow): RequestTable {
  return {
    ...row,
    route: clean(row.route),
    model: cleanOrNull(row.model),
    answeredBy: cleanOrNull(row.answeredBy),
    firstMs: row.firstMs === null ? null : Math.round(row.firstMs),
    totalMs: Math.round(row.totalMs),
    costNanos: Math.round(row.costNanos),
    usageEstimated: row.usageEstimated ? 1 : 0,
    stream: row.stream ? 1 : 0,
  }
}

const lengthMax = 256

/** The model's name comes from the client; one of 30 MB would be kept for good. */
function clean(text: string): string {
  return toStorable(text.slice(0, lengthMax))
}

function cleanOrNull(text: string | null): string | null {
  return text === null ? null : clean(text)
}
