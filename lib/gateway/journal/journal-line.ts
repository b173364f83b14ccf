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

/** @returns null: truncated by a full disk */
export function readJournalLine(text: string): JournalLine | null {
  try {
    if (text === '') return null
    const values = JSON.parse(text) as BegunValues | EndedValues
    return values[0] === 'b' ? toBegun(values) : toEnded(values)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

type Text = string | null
type BegunValues = [
  kind: 'b',
  id: string,
  teamId: string,
  keyId: string,
  userId: Text,
  startedAt: number,
  route: string,
  model: Text,
  listedModel: Text,
  provider: Text,
  attempts: number,
  stream: boolean,
  address: Text,
  client: Text,
  promptTokens: number,
  costNanos: number,
]
type EndedValues = [
  kind: 'e',
  id: string,
  status: number,
  errorCode: Text,
  answeredBy: Text,
  listedModel: Text,
  provider: Text,
  attempts: number,
  promptTokens: number,
  completionTokens: number,
  usageEstimated: boolean,
  costNanos: number,
  firstMs: number | null,
  totalMs: number,
]

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
