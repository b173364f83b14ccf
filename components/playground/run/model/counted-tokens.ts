import type { RunUsage } from '#lib/client/run.ts'

/** The tokens that count where nothing is written: what a model read; of a page, what it will cost whoever reads it. */
export function countedTokens(usage: RunUsage, hasModel: boolean): number | null {
  return hasModel ? usage.promptTokens : usage.completionTokens
}
