import type { Run, RunUsage } from '#lib/client/run.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { priceUsage, readRunUsage, unknownUsage } from './run-usage.ts'
import { sentModel } from '#components/playground/http/model/sent-model.ts'

type PricedModel = Pick<Model, 'price' | 'pricing'>

/** Sums of a batch. A figure that no run reported stays unknown. */
export interface RunSums {
  readonly ended: number
  readonly failed: number
  /** The status of all responses; null without one, or when they differ. */
  readonly status: number | null
  /** TTFT of the first run, in milliseconds. */
  readonly firstMs: number | null
  /** Time with at least one active run, in milliseconds; null while one is in progress. */
  readonly totalMs: number | null
  readonly usage: RunUsage
  /** US dollars, at the model's price when the API reports no cost. */
  readonly costUsd: number | null
  readonly costEstimated: boolean
  /** Answers of models without a price: their cost is not counted. */
  readonly unpriced: number
}

/**
 * Sums the runs of a batch: they overlap, so their durations do not add up.
 * @param writes whether the models generate output, which also costs
 */
export function sumRuns(
  runs: readonly Run[],
  { modelOf, writes }: { modelOf: (id: string | null) => PricedModel | undefined; writes: boolean },
): RunSums {
  const usages = runs.map(readRunUsage)
  const statuses = new Set(runs.flatMap(run => run.response?.status ?? []))
  const told = usages.map(({ costUsd }) => costUsd)
  const costs = runs.map((run, index) => {
    const usage = usages[index] ?? unknownUsage
    const counted = writes ? usage : { ...usage, completionTokens: 0 }
    return usage.costUsd ?? priceUsage(counted, modelOf(sentModel(run))?.price)
  })
  const unpriced = runs.filter(
    (run, index) =>
      costs[index] === null &&
      run.state === 'done' &&
      modelOf(sentModel(run))?.pricing?.source === 'unpriced',
  )
  const running = runs.some(run => run.state === 'running')
  return {
    ended: runs.filter(run => run.state !== 'running').length,
    failed: runs.filter(run => run.failure !== null).length,
    status: statuses.size === 1 ? ([...statuses][0] ?? null) : null,
    firstMs: runs[0]?.timing.firstMs ?? null,
    totalMs: running ? null : timeCovered(runs),
    usage: {
      promptTokens: sum(usages.map(usage => usage.promptTokens)),
      completionTokens: sum(usages.map(usage => usage.completionTokens)),
      cachedTokens: sum(usages.map(usage => usage.cachedTokens)),
      searchUnits: sum(usages.map(usage => usage.searchUnits)),
      costUsd: sum(told),
    },
    costUsd: sum(costs),
    costEstimated: costs.some((cost, index) => cost !== null && told[index] === null),
    unpriced: unpriced.length,
  }
}

// A question asked minutes later belongs to the same runs; the pause does not count.
function timeCovered(runs: readonly Run[]): number | null {
  const spans = runs
    .flatMap(({ timing: { startedAt, totalMs } }) => (totalMs === null ? [] : [{ startedAt, totalMs }]))
    .toSorted((a, b) => a.startedAt - b.startedAt)
  let coveredUntil = -Infinity
  return spans.reduce<number | null>((total, { startedAt, totalMs }) => {
    const from = Math.max(startedAt, coveredUntil)
    coveredUntil = Math.max(coveredUntil, startedAt + totalMs)
    return (total ?? 0) + Math.max(0, startedAt + totalMs - from)
  }, null)
}

function sum(values: readonly (number | null)[]): number | null {
  return values.reduce((total, value) => (value === null ? total : (total ?? 0) + value), null)
}
