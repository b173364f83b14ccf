import type { AnyTarget } from './any-target.ts'
import type { ReportedCosts } from './reported-costs.ts'

/**
 * Whole nano-dollars of a call, rounded up once: dollars per million tokens are 1000 nano-dollars each.
 * @returns undefined where the operator set no price
 */
export function costNanos(
  promptTokens: number,
  completionTokens: number,
  { price }: AnyTarget,
): number | undefined {
  if (!price) return undefined
  const nanos = promptTokens * price.input * 1000 + completionTokens * price.output * 1000
  return Math.ceil(Number(nanos.toFixed(3)))
}

/** What is known of an answer when it is charged. */
export interface ChargedAnswer {
  readonly promptTokens: number
  readonly completionTokens: number
  /** Null: no cost was reported. */
  readonly reportedUsd: number | null
  /** Whether it came to its end: one that was cut had no chance to report its cost. */
  readonly whole: boolean
}

/**
 * US dollars of an answer: by the operator's price, else what the provider reports.
 * @returns undefined where there is neither
 */
export function answerCostUsd(
  { promptTokens, completionTokens, reportedUsd, whole }: ChargedAnswer,
  target: AnyTarget,
  reportedCosts: ReportedCosts,
): number | undefined {
  const tokens = promptTokens + completionTokens
  const reportedNanos = reportedUsd === null ? null : Math.round(reportedUsd * 1e9)
  const charge = () =>
    whole || reportedNanos !== null
      ? reportedCosts.charge(target, tokens, reportedNanos)
      : reportedCosts.estimate(target, tokens)
  const nanos = costNanos(promptTokens, completionTokens, target) ?? charge()
  return nanos === undefined ? undefined : nanos / 1e9
}
