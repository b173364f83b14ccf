import type { DocumentUsage, UsageMeter } from '#lib/capabilities/request-context.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import type { RequestLimits } from './request-limits.ts'

type UsageColumns = Pick<
  NewRequestRow,
  | 'promptTokens'
  | 'completionTokens'
  | 'usageEstimated'
  | 'costNanos'
  | 'documentPages'
  | 'ocrPages'
  | 'audioMs'
>

/** The tokens, cost and documents of a request, as last reported. */
export class RequestUsage implements UsageMeter {
  readonly #limits: RequestLimits
  #document: DocumentUsage | null = null
  #estimated = false
  /** Null: no tokens were reported. */
  tokens: Usage | null = null

  constructor(limits: RequestLimits) {
    this.#limits = limits
  }

  meter(usage: Usage, options: { estimated?: boolean } = {}): void {
    this.tokens = usage
    this.#estimated = options.estimated === true
    this.#limits.settle(usage.total_tokens)
  }

  meterDocument(usage: DocumentUsage): void {
    this.#document = usage
  }

  /** The columns of the request row. */
  columns(): UsageColumns {
    return {
      promptTokens: this.tokens?.prompt_tokens ?? this.#document?.tokens ?? 0,
      completionTokens: this.tokens?.completion_tokens ?? 0,
      usageEstimated: this.#estimated,
      costNanos: Math.round((this.tokens?.cost ?? 0) * 1e9),
      documentPages: this.#document?.pages ?? 0,
      ocrPages: this.#document?.ocrPages ?? 0,
      audioMs: Math.round((this.#document?.audioSeconds ?? 0) * 1000),
    }
  }
}
