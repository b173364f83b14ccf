import { formatCost, formatCountOf } from '#lib/client/format.ts'
import type { LoggedRequest, RequestDetail } from '#lib/contracts/console/requests.ts'

/** Without a price the cost is unknown, not zero; a dash for a request that was not served. */
export function describeCost({
  cost_usd: usd,
  cost_source: source,
  usage_estimated: estimated,
}: Pick<LoggedRequest, 'cost_usd' | 'cost_source' | 'usage_estimated'>): string {
  if (usd > 0) return formatCost(usd, estimated)
  if (source === 'unpriced') return 'No price'
  if (source === 'free') return 'Free'
  return formatCost(source === null ? null : 0, false)
}

/** `2 retries`, `1 fallback`: attempts with the same model, and those with another one. */
export function describeAttempts({
  attempts,
  attempt_list: list,
}: Pick<RequestDetail, 'attempts' | 'attempt_list'>): readonly string[] {
  const models = list?.filter(({ skipped }) => skipped !== true).map(({ model }) => model) ?? []
  const fallbacks = models.filter((model, at) => at > 0 && model !== models[at - 1]).length
  const retries = Math.max(0, (list === null ? attempts : models.length) - 1 - fallbacks)
  return [
    ...(retries > 0 ? [formatCountOf(retries, 'retry', 'retries')] : []),
    ...(fallbacks > 0 ? [formatCountOf(fallbacks, 'fallback')] : []),
  ]
}
