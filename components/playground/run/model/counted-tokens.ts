import type { RunUsage } from '#lib/client/run.ts'

/** The tokens to show without a completion: input tokens, or for a page its cost as model input. */
export function countedTokens(usage: RunUsage, hasModel: boolean): number | null {
  return hasModel ? usage.promptTokens : usage.completionTokens
}
