import { type Charge, toUsedUnits } from '#lib/capabilities/charge.ts'
import type { DocumentUsage, MeterOptions, UsageMeter } from '#lib/capabilities/request-context.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import { toUsd } from '#lib/prices/to-usd.ts'
import type { RequestLimits } from './request-limits.ts'

type UsageColumns = Pick<
  NewRequestRow,
  | 'promptTokens'
  | 'completionTokens'
  | 'cacheReadTokens'
  | 'cacheWriteTokens'
  | 'cacheWriteLongTokens'
  | 'reasoningTokens'
  | 'cacheMissed'
  | 'usageEstimated'
  | 'costNanos'
  | 'costSource'
  | 'priceRef'
  | 'units'
  | 'usageMismatch'
  | 'documentPages'
  | 'ocrPages'
  | 'audioMs'
>

/** The tokens, cost and documents of a request, as last reported. */
export class RequestUsage implements UsageMeter {
  readonly #limits: RequestLimits
  #document: DocumentUsage | null = null
  #estimated = false
  #cacheMissed = false
  /** Null: no tokens were reported. */
  tokens: Usage | null = null
  /** Null: no model was charged. */
  charge: Charge | null = null

  constructor(limits: RequestLimits) {
    this.#limits = limits
  }

  meter(usage: Usage, options: MeterOptions = {}): void {
    this.tokens = usage
    this.#estimated = options.estimated === true
    this.#cacheMissed = options.cacheMissed === true
    this.charge = options.charge ?? null
    this.#limits.settle(usage.total_tokens)
  }

  meterDocument(usage: DocumentUsage): void {
    this.#document = usage
  }

  /** Appends the cost and its source, where a model was charged. */
  writeHeaders(to: string[]): void {
    if (this.charge === null) return
    const { source, nanos } = this.charge
    if (nanos !== null) to.push('sextant-cost', toUsd(nanos))
    to.push('sextant-cost-source', source)
  }

  get costNanos(): number {
    return this.charge?.nanos ?? 0
  }

  /** The columns of the request row. */
  columns(): UsageColumns {
    const tokens = tokenColumns(this.tokens)
    return {
      promptTokens: tokens.promptTokens || (this.#document?.tokens ?? 0),
      completionTokens: tokens.completionTokens,
      cacheReadTokens: tokens.cacheReadTokens,
      cacheWriteTokens: tokens.cacheWriteTokens,
      cacheWriteLongTokens: this.tokens?.prompt_tokens_details?.cache_write_long_tokens ?? 0,
      reasoningTokens: tokens.reasoningTokens,
      cacheMissed: this.#cacheMissed,
      usageEstimated: this.#estimated,
      ...chargeColumns(this.charge),
      documentPages: this.#document?.pages ?? 0,
      ocrPages: this.#document?.ocrPages ?? 0,
      audioMs: Math.round((this.#document?.audioSeconds ?? 0) * 1000),
    }
  }
}

type TokenColumns = Pick<
  UsageColumns,
  'promptTokens' | 'completionTokens' | 'cacheReadTokens' | 'cacheWriteTokens' | 'reasoningTokens'
>

/** The columns of reported tokens; null: none were reported. */
export function tokenColumns(usage: Usage | null): TokenColumns {
  const prompt = usage?.prompt_tokens_details
  return {
    promptTokens: usage?.prompt_tokens ?? 0,
    completionTokens: usage?.completion_tokens ?? 0,
    cacheReadTokens: prompt?.cached_tokens ?? 0,
    cacheWriteTokens: prompt?.cache_write_tokens ?? 0,
    reasoningTokens: usage?.completion_tokens_details?.reasoning_tokens ?? 0,
  }
}

type ChargeColumns = Pick<UsageColumns, 'costNanos' | 'costSource' | 'priceRef' | 'units' | 'usageMismatch'>

/** The columns of a charge; null: nothing was charged. */
export function chargeColumns(charge: Charge | null): ChargeColumns {
  return {
    costNanos: charge?.nanos ?? 0,
    costSource: charge?.source ?? null,
    priceRef: charge?.priceRef ?? null,
    units: charge === null || charge.counts === null ? null : toUsedUnits(charge.counts),
    usageMismatch: charge?.mismatch ?? false,
  }
}
