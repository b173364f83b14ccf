import type { AnyTarget } from '#lib/providers/registry/target.ts'
import { chargeAnswer, withCharge } from '#lib/capabilities/charge.ts'
import type { ChargedUsage } from '#lib/capabilities/chat/chat-usage.ts'
import type { ReportedCosts } from '#lib/capabilities/reported-costs.ts'

/** Facts about a finished request without output tokens. */
export interface InputEnd {
  readonly tokens: number
  /** Of rerank: what a price by search unit counts. */
  readonly searchUnits?: number | null
  /** Null: no cost was reported. */
  readonly reportedUsd: number | null
  /** Whether there was an answer, which could have reported its cost. */
  readonly whole: boolean
}

/** Around each text, such as instructions of the server. */
export const templateTokensMax = 256

/** A count as reported; null: not reported, or none that so much input can have, so that it is counted here. */
export function possibleCount(reported: number | null, most: number): number | null {
  return reported !== null && reported >= 0 && reported <= most ? reported : null
}

/** The usage of a request without output tokens, with its cost. */
export function inputUsage(
  { tokens, searchUnits = null, reportedUsd, whole }: InputEnd,
  target: AnyTarget,
  reportedCosts: ReportedCosts,
): ChargedUsage {
  const counts = () =>
    searchUnits !== null && target.price?.has('searchUnit') === true
      ? { searchUnit: searchUnits, request: 1 }
      : { input: tokens, request: 1 }
  const answer = { tokens, counts, tier: null, reportedUsd, whole }
  const charge = chargeAnswer(answer, target, reportedCosts)
  const usage = { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens }
  return { usage: withCharge(usage, charge), charge }
}

/** The same for a request whose client disconnected before the response. */
export function abandonedUsage(
  used: Pick<InputEnd, 'tokens' | 'searchUnits'>,
  target: AnyTarget,
  reportedCosts: ReportedCosts,
): ChargedUsage {
  return inputUsage({ ...used, reportedUsd: null, whole: false }, target, reportedCosts)
}
