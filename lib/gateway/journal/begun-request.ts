import type { NewRequestRow } from '#lib/store/requests/requests.ts'

/** A request as it is known when it asks a provider. Tokens and cost are estimates: the cost is what budgets reserve. */
export type BegunRequest = Pick<
  NewRequestRow,
  | 'id'
  | 'teamId'
  | 'keyId'
  | 'userId'
  | 'startedAt'
  | 'route'
  | 'model'
  | 'listedModel'
  | 'provider'
  | 'attempts'
  | 'stream'
  | 'address'
  | 'client'
  | 'promptTokens'
  | 'costNanos'
  | 'apiFormat'
  | 'upstreamApiFormat'
  | 'session'
  | 'agent'
>

/** The fields that are known only at the end. */
export type EndedRequest = Pick<
  NewRequestRow,
  | 'status'
  | 'errorCode'
  | 'answeredBy'
  | 'listedModel'
  | 'provider'
  | 'attempts'
  | 'promptTokens'
  | 'completionTokens'
  | 'usageEstimated'
  | 'costNanos'
  | 'costSource'
  | 'priceRef'
  | 'firstMs'
  | 'totalMs'
>

/** A request from its first attempt until its row is written, as the journal keeps it. */
export interface JournaledRequest {
  begun: BegunRequest
  ended: EndedRequest | null
  /** Its index among the open requests of the file, which sets it; −1: the file has it not, or has its end. */
  index: number
  /** The number of its line in the file; 0: it has none. */
  line: number
  /** Resolves once the table has it, and never rejects; null: it is in the file. */
  recorded: Promise<void> | null
}

export function toJournaled(begun: BegunRequest): JournaledRequest {
  return { begun, ended: null, index: -1, line: 0, recorded: null }
}

// Only in the log: no client receives it.
const crashedCode = 'server_crashed'

// Earlier versions kept none of it.
const noConversation = { apiFormat: null, upstreamApiFormat: null, session: null, agent: null }

/**
 * The row of a request whose gateway ended before writing it. Its reservation is not released here: the leases of that
 * gateway expire.
 * @param endedAt when the gateway was last known to run
 */
export function toRecoveredRow(
  begun: BegunRequest,
  end: EndedRequest | null,
  endedAt: number,
): NewRequestRow {
  return {
    ...noConversation,
    ...begun,
    status: 500,
    errorCode: crashedCode,
    answeredBy: null,
    completionTokens: 0,
    usageEstimated: true,
    firstMs: null,
    totalMs: Math.max(0, endedAt - begun.startedAt),
    documentPages: 0,
    ocrPages: 0,
    audioMs: 0,
    authMs: 0,
    queueMs: 0,
    loadMs: 0,
    upstreamMs: 0,
    attemptList: null,
    deployment: null,
    bodiesKept: false,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    cacheWriteLongTokens: 0,
    reasoningTokens: 0,
    cacheMissed: false,
    costSource: null,
    priceRef: null,
    units: null,
    usageMismatch: false,
    ignored: null,
    cutAtTokens: null,
    ...end,
  }
}
