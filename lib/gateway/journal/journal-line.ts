import { z } from 'zod'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import type { BegunRequest, EndedRequest } from './begun-request.ts'

// Two lines per request: arrays of values are half as long as objects, and take half of the time to write.

/** A line of a journal: a request as it began, again for each attempt, or how it ended. */
export type JournalLine =
  | { readonly kind: 'begun'; readonly request: BegunRequest }
  | { readonly kind: 'ended'; readonly id: string; readonly end: EndedRequest }

export function writeBegun(request: BegunRequest): string {
  const values: BegunValues = [
    'b',
    request.id,
    request.teamId,
    request.keyId,
    request.userId,
    request.startedAt,
    request.route,
    request.model,
    request.listedModel ?? null,
    request.provider,
    request.attempts,
    request.stream,
    request.address,
    request.client,
    request.promptTokens,
    request.costNanos,
  ]
  return `${JSON.stringify(values)}\n`
}

export function writeEnded(row: NewRequestRow): string {
  const values: EndedValues = [
    'e',
    row.id,
    row.status,
    row.errorCode,
    row.answeredBy,
    row.listedModel ?? null,
    row.provider,
    row.attempts,
    row.promptTokens,
    row.completionTokens,
    row.usageEstimated,
    row.costNanos,
    row.firstMs,
    row.totalMs,
  ]
  return `${JSON.stringify(values)}\n`
}

/** @returns null: truncated by a full disk, or damaged */
export function readJournalLine(text: string): JournalLine | null {
  const values = toValues(text)
  const begun = begunValues.safeParse(values).data
  if (begun !== undefined) return toBegun(begun)
  const ended = endedValues.safeParse(values).data
  return ended === undefined ? null : toEnded(ended)
}

const words = z.string().nullable()
// JSON has no NaN and writes null: such a row counts as 0.
const amount = z
  .number()
  .nullable()
  .transform(value => value ?? 0)
// A newer version may have added values at the end.
const begunValues = z
  .tuple([
    z.literal('b'),
    z.string().describe('id'),
    z.string().describe('teamId'),
    z.string().describe('keyId'),
    words.describe('userId'),
    z.number().describe('startedAt'),
    z.string().describe('route'),
    words.describe('model'),
    words.describe('listedModel'),
    words.describe('provider'),
    z.number().describe('attempts'),
    z.boolean().describe('stream'),
    words.describe('address'),
    words.describe('client'),
    amount.describe('promptTokens'),
    amount.describe('costNanos'),
  ])
  .rest(z.unknown())
const endedValues = z
  .tuple([
    z.literal('e'),
    z.string().describe('id'),
    z.number().describe('status'),
    words.describe('errorCode'),
    words.describe('answeredBy'),
    words.describe('listedModel'),
    words.describe('provider'),
    z.number().describe('attempts'),
    amount.describe('promptTokens'),
    amount.describe('completionTokens'),
    z.boolean().describe('usageEstimated'),
    amount.describe('costNanos'),
    z.number().nullable().describe('firstMs'),
    amount.describe('totalMs'),
  ])
  .rest(z.unknown())
type BegunValues = z.infer<typeof begunValues>
type EndedValues = z.infer<typeof endedValues>

function toValues(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function toBegun(values: BegunValues): JournalLine {
  const [, id, teamId, keyId, userId, startedAt, route, model, listedModel, provider, ...rest] = values
  const [attempts, stream, address, client, promptTokens, costNanos] = rest
  const owner = { id, teamId, keyId, userId, startedAt, route, model, listedModel, provider }
  return {
    kind: 'begun',
    request: { ...owner, attempts, stream, address, client, promptTokens, costNanos },
  }
}

function toEnded(values: EndedValues): JournalLine {
  const [, id, status, errorCode, answeredBy, listedModel, provider, attempts, ...rest] = values
  const [promptTokens, completionTokens, usageEstimated, costNanos, firstMs, totalMs] = rest
  const answer = { status, errorCode, answeredBy, listedModel, provider, attempts }
  const used = { promptTokens, completionTokens, usageEstimated, costNanos, firstMs, totalMs }
  return { kind: 'ended', id, end: { ...answer, ...used } }
}
