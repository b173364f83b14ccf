import type { Usage } from '#lib/contracts/usage.ts'
import type { AnyTarget } from './any-target.ts'
import { costUsd } from './cost.ts'

/** The usage of a call that only reads: its tokens, and their price. */
export function inputUsage(tokens: number, target: AnyTarget): Usage {
  const cost = costUsd(tokens, 0, target)
  return {
    prompt_tokens: tokens,
    completion_tokens: 0,
    total_tokens: tokens,
    ...(cost !== undefined && { cost }),
  }
}
