import { isRecord, readNumber } from './json.ts'

/** The largest cost that fits a request row. */
const costUsdMax = 10_000
const ticksPerUsd = 1e10

/**
 * The cost in US dollars that a provider reports in its usage, rounded up to whole nano-dollars.
 * @returns null where it reports none
 * @see OpenRouter's `cost` and `is_byok`, Perplexity's `cost.total_cost`, xAI's `cost_in_usd_ticks`
 */
export function readReportedCost(usage: Readonly<Record<string, unknown>>): number | null {
  const ticks = readNumber(usage['cost_in_usd_ticks'])
  const usd = readCostField(usage) ?? (ticks === null ? null : ticks / ticksPerUsd)
  if (usd === null || usd < 0) return null
  // Three digits below a nano-dollar are significant; the rest is floating-point noise.
  return Math.ceil(Number((Math.min(usd, costUsdMax) * 1e9).toFixed(3))) / 1e9
}

function readCostField(usage: Readonly<Record<string, unknown>>): number | null {
  const cost = usage['cost']
  if (isRecord(cost)) return readNumber(cost['total_cost'])
  const charged = readNumber(cost)
  if (charged === null || usage['is_byok'] !== true) return charged
  // With the caller's own vendor key (BYOK), `cost` is only the intermediary's fee.
  const details = isRecord(usage['cost_details']) ? usage['cost_details'] : {}
  return charged + (readNumber(details['upstream_inference_cost']) ?? 0)
}
