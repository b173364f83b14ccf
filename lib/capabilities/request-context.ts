import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ApiFormat } from '#lib/contracts/core/contract.ts'
import type { ApiError, ErrorCode } from '#lib/errors.ts'
import type { ExchangeRecorder } from '#lib/providers/transport/exchange-recorder.ts'
import type { Charge } from './charge.ts'
import type { LibraryReceipt } from './library/library-receipt.ts'

/**
 * A request as capabilities see it. Each one declares the parts it needs, for instance `Pick<RequestContext,
 * 'signal' | 'trace'>`.
 */
export interface RequestContext {
  /** `req_` and 24 base62 digits; the same in the response header, the log and the request row. */
  readonly id: string
  /** Aborts when the client disconnects, the key is revoked or the gateway gives up. */
  readonly signal: AbortSignal
  readonly caller: Caller
  readonly limits: TokenLimits
  readonly budget: Budget
  readonly trace: Trace
  readonly usage: UsageMeter
  /** A hash of the session that the client names; null: it names none, or the operation has no sessions. */
  session(): string | null
}

/** The caller, and their permissions. */
export interface Caller {
  readonly teamId: string
  readonly keyId: string
  /** The owner of the key; null: the operator's key, or one without an owner. */
  readonly userId: string | null
  /** Sent without an API key: it has no budget, so nothing that costs the operator money is used. */
  readonly isAnonymous: boolean
  /** Whether the key may read and fill its team's library. */
  readonly usesLibrary: boolean
  /** The model of a conversation that names an unknown one; null: none. */
  readonly defaultModel: string | null
  /** Whether the key has no list of models. */
  readonly allowsAll: boolean
  /** Whether the key's list of models includes this public id. */
  allows(modelId: string): boolean
}

/** Tokens that a request may use; a number: all of them are needed. */
export type TokenEstimate = number | OpenTokenEstimate

interface OpenTokenEstimate {
  readonly tokens: number
  /** Enough where less of a limit is left: the answer has no limit of its own. */
  readonly leastTokens: number
}

/** The rate limits of the key. */
export interface TokenLimits {
  /**
   * Reserves tokens of the key's limit; `usage.meter` replaces the estimate.
   * @param estimate called only when the key or its team has a token limit
   * @returns null: they are reserved. A promise only where the gateway has to query the store
   * @throws ApiError `rate_limit_exceeded`
   */
  reserve(estimate: () => TokenEstimate): Promise<void> | null
}

/** The budgets of the key and its team. */
export interface Budget {
  /** Whether there is one. */
  readonly limits: boolean
  /** Whether it rejects models without a price. */
  readonly rejectsUnpriced: boolean
  /** The limit of answers to requests without one; null: the default. */
  readonly answerTokensMax: number | null
  /**
   * Reserves money until the end of the request.
   * @param amount called only if there is a budget
   * @returns null: all of it is reserved. A promise only where the gateway has to query the store: how much was
   * reserved, in nano-dollars
   * @throws ApiError `insufficient_quota`
   */
  reserve(amount: () => ReservableAmount): Promise<number> | null
}

/** Nano-dollars beyond earlier reservations. */
export interface ReservableAmount {
  /** The most that may be spent. */
  readonly nanos: number
  /** Enough where less than `nanos` is left. */
  readonly leastNanos: number
}

/** Processing details for the response headers, the log, the metrics and the request row. */
export interface Trace {
  /** Records what providers are sent and answer; null: bodies are not logged. */
  readonly exchanges: ExchangeRecorder | null
  /** Reports that the default model of the key replaces an unknown one; it may answer without an attempt. */
  defaulted(modelId: string): void
  /** Reports each attempt before it is made. Several may be open, so the same object identifies it afterwards. */
  attempt(target: AttemptedTarget): void
  /** Reports that the attempt has a response, its beginning, or none. */
  attemptAnswered(target: AttemptedTarget): void
  /**
   * Reports an attempt that failed; the request may still succeed.
   * @param unhealthy the operator must act, for instance because the provider rejected our key
   */
  attemptFailed(target: AttemptedTarget, error: ApiError, unhealthy: boolean): void
  /** Reports what the attempt costs, where there may be others that are billed, too. */
  attemptCharged(target: AttemptedTarget, usage: Usage, charge: Charge): void
  /** Reports a target that the budget rejects, so that it is not asked; another one may answer. */
  passedOver(target: NamedTarget, refusal: ApiError): void
  /** Reports that a budget or the context window limits the tokens of the answer; null: nothing does. */
  answerLimited(tokensMax: number | null): void
  /** Reports that the answer ended at the limit that only a budget has set. */
  answerCut(tokens: number): void
  /** Reports the members of the body that may name the client's session. */
  session(fields: SessionFields): void
  /** Reports members of the request that the target cannot use. */
  ignored(names: readonly string[]): void
  /** Reports that the tokens of the answer are an estimate. */
  estimated(): void
  /** Reports the id that the provider gave the request. */
  upstreamRequest(id: string): void
  /** Reports the header by which Codex returns to the same server of the provider. */
  turnState(state: string): void
  /** Reports unreadable upstream events that were skipped. */
  skipped(count: number): void
  /** Reports milliseconds spent waiting, for `sextant-overhead-ms` and `Server-Timing`, and why a model was loaded. */
  waited(phase: 'queue' | 'load' | 'upstream', ms: number, reason?: string | null): void
  /** Reports why a model has not answered yet: `loading 40%; reason=first_use`. */
  waits(note: string, modelId: string): void
  /** Reports that limits cut the result short, and which. */
  truncated(limits: readonly string[]): void
  /** Reports whether a cached copy was used, where one could be. */
  cached(hit: boolean): void
  /** Reports the result of each search backend, for `sextant-search`. */
  searched(outcomes: readonly SearchOutcomeNote[]): void
  /** Reports whether the result was saved in the library. */
  kept(receipt: LibraryReceipt): void
}

/** Members of a body by which clients name their session. */
export interface SessionFields {
  readonly session_id?: unknown
  readonly prompt_cache_key?: unknown
  readonly metadata?: unknown
}

/** A target as the response and the log name it. */
export interface NamedTarget {
  readonly providerId: string
  readonly modelId: string
  /** Name of the deployment; null: the model has only one. */
  readonly deployment: string | null
}

/** The target of an attempt. */
export interface AttemptedTarget extends NamedTarget {
  /** Whether the registry lists the model. */
  readonly listed: boolean
  /** The day on which the vendor shuts the model down, as YYYY-MM-DD; null: none is known. */
  readonly retires: string | null
  /** The public ID of the model that the vendor recommends instead. */
  readonly successor: string | null
  /** API format of the provider, for operations that several formats can express; null: any other. */
  readonly apiFormat: ApiFormat | null
  /** Why the target before was left for this one; absent: it is the first one, or tried again. */
  readonly fallbackReason?: ErrorCode | null
  readonly estimate: AttemptEstimate
}

/** The amounts that an attempt adds to the estimates of the request: its row shows them if the gateway is killed. */
export interface AttemptEstimate {
  readonly promptTokens: number
  /** The most that it may cost. */
  readonly costNanos: number
}

/** Usage of the request, for the token limit, the cost and the request row. */
export interface UsageMeter {
  /** Reports the tokens of the whole request. */
  meter(usage: Usage, options?: MeterOptions): void
  /** Reports document usage; it counts against no token limit. */
  meterDocument(usage: DocumentUsage): void
}

export interface MeterOptions {
  /** Counted here and not by the upstream. */
  readonly estimated?: boolean
  /** The client sent cache hints in another API format, and the upstream reported that it read nothing from its cache. */
  readonly cacheMissed?: boolean
  /** Absent: no model was asked, so that there is nothing to charge. */
  readonly charge?: Charge | null
}

/** A search backend with its number of hits or a one-word reason for none. */
export interface SearchOutcomeNote {
  readonly backend: string
  readonly outcome: number | string
}

export interface DocumentUsage {
  readonly pages: number
  readonly ocrPages: number
  readonly audioSeconds: number
  /** Of chunks or pages; 0 where none were counted. */
  readonly tokens: number
}

/**
 * The context of one step of a request: the same caller, limits and budget, but a deadline of its own.
 * Several steps run at a time, so their waits are measured around them and not here, except for loading a model.
 * @param meter receives the tokens of the step instead of the request
 */
export function deriveContext(
  context: RequestContext,
  signal: AbortSignal,
  meter: UsageMeter['meter'] = (tokens, options) => context.usage.meter(tokens, options),
): RequestContext {
  const { id, caller, limits, budget, trace, usage } = context
  return {
    id,
    signal,
    caller,
    limits,
    budget,
    trace: {
      ...ignoredTrace,
      exchanges: trace.exchanges,
      attempt: target => trace.attempt(target),
      attemptAnswered: target => trace.attemptAnswered(target),
      attemptFailed: (target, error, unhealthy) => trace.attemptFailed(target, error, unhealthy),
      attemptCharged: (target, used, charge) => trace.attemptCharged(target, used, charge),
      passedOver: (target, refusal) => trace.passedOver(target, refusal),
      waited: (phase, ms, reason) => {
        if (phase === 'load') trace.waited(phase, ms, reason)
      },
      skipped: count => trace.skipped(count),
      searched: outcomes => trace.searched(outcomes),
    },
    usage: { meter, meterDocument: document => usage.meterDocument(document) },
    session: () => context.session(),
  }
}

/** A trace that is not recorded. */
export const ignoredTrace: Trace = {
  exchanges: null,
  defaulted: ignore,
  attempt: ignore,
  attemptAnswered: ignore,
  attemptFailed: ignore,
  attemptCharged: ignore,
  passedOver: ignore,
  answerLimited: ignore,
  answerCut: ignore,
  session: ignore,
  ignored: ignore,
  estimated: ignore,
  upstreamRequest: ignore,
  turnState: ignore,
  skipped: ignore,
  waited: ignore,
  waits: ignore,
  truncated: ignore,
  cached: ignore,
  searched: ignore,
  kept: ignore,
}

function ignore(): void {}
