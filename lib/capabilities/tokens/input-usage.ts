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
  /** Whether a count was reported that cannot be true; default: no. */
  readonly mismatch?: boolean
}

/** Around each text: special tokens and instructions of the server. */
export const templateTokensMax = 128

/** A count as reported, or as counted here. */
export interface BelievedCount {
  readonly count: number
  /** Whether it was reported, but cannot be true, so that it was counted here. */
  readonly isRefused: boolean
  readonly isCounted: boolean
}

/**
 * A count as reported, unless it is zero or more than was reserved for it: then our own.
 * @param reported null: not reported
 */
export async function believedCount(
  reported: number | null,
  most: number,
  count: () => number | Promise<number>,
): Promise<BelievedCount> {
  if (reported !== null && reported > 0 && reported <= most)
    return { count: reported, isRefused: false, isCounted: false }
  return { count: await count(), isRefused: reported !== null, isCounted: true }
}

/** The usage of a request without output tokens, with its cost. */
export function inputUsage(
  { tokens, searchUnits = null, reportedUsd, whole, mismatch = false }: InputEnd,
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
  return { usage: withCharge(usage, charge), charge: mismatch ? { ...charge, mismatch } : charge }
}

/** The same for a request whose client disconnected before the response. */
export function abandonedUsage(
  used: Pick<InputEnd, 'tokens' | 'searchUnits'>,
  target: AnyTarget,
  reportedCosts: ReportedCosts,
): ChargedUsage {
  return inputUsage({ ...used, reportedUsd: null, whole: false }, target, reportedCosts)
}
