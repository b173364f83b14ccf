import { z } from 'zod'
import type { BegunRequest, EndedRequest } from './begun-request.ts'

// Two lines per request: arrays of values are half as long as objects, and take half of the time to write.

/** A line of a journal: a request as it began, again for each attempt, or how it ended. */
export type JournalLine =
  | { readonly kind: 'begun'; readonly request: BegunRequest }
  | { readonly kind: 'ended'; readonly id: string; readonly end: EndedRequest }

/**
 * Writes the lines of requests that begin. Most have the key, model and client of the one before, so the values of these
 * are escaped once.
 */
export class BegunWriter {
  #last: BegunRequest | null = null
  #owner = ''
  #target = ''
  #client = ''
  #conversation = ''

  write(request: BegunRequest): string {
    if (this.#last === null || !isAlike(this.#last, request)) this.#escape(request)
    this.#last = request
    const { id, startedAt, attempts, promptTokens, costNanos } = request
    return `["b","${id}",${this.#owner},${startedAt},${this.#target},${attempts},${this.#client},${toAmount(promptTokens)},${toAmount(costNanos)}${this.#conversation}]\n`
  }

  #escape(request: BegunRequest): void {
    const { teamId, keyId, userId, route, model, listedModel = null, provider } = request
    this.#owner = escapeAll([teamId, keyId, userId])
    this.#target = escapeAll([route, model, listedModel, provider])
    this.#client = escapeAll([request.stream, request.address, request.client])
    const { apiFormat, upstreamApiFormat, session, agent } = request
    this.#conversation =
      apiFormat === null ? '' : `,${escapeAll([apiFormat, upstreamApiFormat, session, agent])}`
  }
}

function isAlike(one: BegunRequest, other: BegunRequest): boolean {
  return (
    one.keyId === other.keyId &&
    one.model === other.model &&
    one.client === other.client &&
    one.address === other.address &&
    one.stream === other.stream &&
    one.provider === other.provider &&
    one.session === other.session &&
    one.agent === other.agent &&
    one.apiFormat === other.apiFormat &&
    one.upstreamApiFormat === other.upstreamApiFormat &&
    one.listedModel === other.listedModel &&
    one.route === other.route &&
    one.userId === other.userId &&
    one.teamId === other.teamId
  )
}

/** Values of a line, without its brackets. */
function escapeAll(values: readonly (string | boolean | null)[]): string {
  return JSON.stringify(values).slice(1, -1)
}

function toAmount(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

export function writeEnded(id: string, row: EndedRequest): string {
  const values: EndedValues = [
    'e',
    id,
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
    // As the table rounds them; fractions are the longest numbers of a line.
    row.firstMs === null ? null : Math.round(row.firstMs),
    Math.round(row.totalMs),
    row.costSource,
    row.priceRef,
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
/** After the values of a request, if it is a conversation and this version or a newer one wrote it. */
const conversationValues = z
  .tuple([
    words.describe('apiFormat'),
    words.describe('upstreamApiFormat'),
    words.describe('session'),
    words.describe('agent'),
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
/** After the values of an end, if this version or a newer one wrote it. */
const chargeValues = z.tuple([words.describe('costSource'), words.describe('priceRef')]).rest(z.unknown())
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
  const [attempts, stream, address, client, promptTokens, costNanos, ...added] = rest
  const [apiFormat = null, upstreamApiFormat = null, session = null, agent = null] =
    conversationValues.safeParse(added).data ?? []
  const owner = { id, teamId, keyId, userId, startedAt, route, model, listedModel, provider }
  return {
    kind: 'begun',
    request: {
      ...owner,
      attempts,
      stream,
      address,
      client,
      promptTokens,
      costNanos,
      apiFormat,
      upstreamApiFormat,
      session,
      agent,
    },
  }
}

function toEnded(values: EndedValues): JournalLine {
  const [, id, status, errorCode, answeredBy, listedModel, provider, attempts, ...rest] = values
  const [promptTokens, completionTokens, usageEstimated, costNanos, firstMs, totalMs, ...added] = rest
  const [costSource = null, priceRef = null] = chargeValues.safeParse(added).data ?? []
  const answer = { status, errorCode, answeredBy, listedModel, provider, attempts }
  const used = {
    promptTokens,
    completionTokens,
    usageEstimated,
    costNanos,
    costSource,
    priceRef,
    firstMs,
    totalMs,
  }
  return { kind: 'ended', id, end: { ...answer, ...used } }
}
