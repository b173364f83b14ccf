import type { Usage } from '#lib/contracts/api/usage.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import { answerCostUsd } from '#lib/capabilities/cost.ts'
import type { ReportedCosts } from '#lib/capabilities/reported-costs.ts'

/** What is known of the end of a call that only reads. */
export interface InputEnd {
  readonly tokens: number
  /** Null: no cost was reported. */
  readonly reportedUsd: number | null
  /** Whether there was an answer, which could have reported its cost. */
  readonly whole: boolean
}

/** The usage of a call that only reads: its tokens, and what they cost. */
export function inputUsage(
  { tokens, reportedUsd, whole }: InputEnd,
  target: AnyTarget,
  reportedCosts: ReportedCosts,
): Usage {
  const answer = { promptTokens: tokens, completionTokens: 0, reportedUsd, whole }
  const cost = answerCostUsd(answer, target, reportedCosts)
  return {
    prompt_tokens: tokens,
    completion_tokens: 0,
    total_tokens: tokens,
    ...(cost !== undefined && { cost }),
  }
}

/** The same of a call whose caller left before the answer. */
export function abandonedUsage(tokens: number, target: AnyTarget, reportedCosts: ReportedCosts): Usage {
  return inputUsage({ tokens, reportedUsd: null, whole: false }, target, reportedCosts)
}
