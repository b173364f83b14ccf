import { type AnyTarget, targetKey } from '#lib/providers/registry/target.ts'

interface Report {
  readonly nanos: number
  readonly tokens: number
}

const reportsMax = 50
const targetsMax = 10_000
/** $0.001: what must be left of a budget for a model of a provider that reports costs, before its first report. */
const untriedNanos = 1_000_000

/** A report of an earlier run: requests name the public ID of their model. */
export interface EarlierReport extends Report {
  readonly providerId: string
  readonly publicId: string
}

/**
 * Costs reported by providers, by target: the only measure of a target without a price. In memory per
 * gateway; at the start it is given those of the latest requests. Money is whole nano-dollars.
 */
export class ReportedCosts {
  /** The latest reports of each target; empty: it reports no costs. */
  readonly #reports = new Map<string, readonly Report[]>()
  readonly #reporters = new Set<string>()
  /** Those of earlier runs, by provider and public ID. */
  readonly #earlier = new Map<string, readonly Report[]>()

  /** @param reports oldest first */
  restore(reports: readonly EarlierReport[]): void {
    for (const { providerId, publicId, nanos, tokens } of reports) {
      this.#reporters.add(providerId)
      const name = `${providerId}\n${publicId}`
      this.#earlier.set(name, [...(this.#earlier.get(name) ?? []), { nanos, tokens }].slice(-reportsMax))
    }
  }

  /**
   * Records a response.
   * @param reportedNanos null without a reported cost
   * @returns the cost of the response; undefined where the target never reported one
   */
  charge(target: AnyTarget, tokens: number, reportedNanos: number | null): number | undefined {
    // The operator says that it costs nothing.
    if (target.free === true) return reportedNanos === null ? undefined : 0
    const reports = this.#reportsOf(target)
    if (reportedNanos === null) {
      // Most targets never report a cost, and this was recorded with their first response.
      if (reports?.length === 0) return undefined
      this.#keep(target, reports ?? [])
      return this.estimate(target, tokens)
    }
    this.#reporters.add(target.providerId)
    this.#keep(target, [...(reports ?? []), { nanos: reportedNanos, tokens }].slice(-reportsMax))
    return reportedNanos
  }

  /**
   * The cost of a response that ended before its cost was reported, by the cost per token of earlier ones.
   */
  estimate(target: AnyTarget, tokens: number): number | undefined {
    const reports = this.#reportsOf(target) ?? []
    if (reports.length === 0) return undefined
    const sum = sumOf(reports)
    return Math.ceil(sum.tokens === 0 ? sum.nanos / reports.length : (sum.nanos / sum.tokens) * tokens)
  }

  /**
   * For a request, before its cost is known: twice the mean and never zero, so that an exhausted budget rejects
   * it. A budget is overrun at most by what requests in flight cost beyond this.
   */
  amountToReserve(target: AnyTarget): number {
    if (target.free === true) return 0
    if (this.isUntried(target)) return untriedNanos
    const reports = this.#reportsOf(target) ?? []
    if (reports.length === 0) return 0
    return Math.max(1, Math.ceil((2 * sumOf(reports).nanos) / reports.length))
  }

  /** Whether the provider reports costs, but none of this target yet: `amountToReserve` is the least, not a measure. */
  isUntried(target: AnyTarget): boolean {
    const mayReport = target.reportsCosts === true || this.#reporters.has(target.providerId)
    return mayReport && target.free !== true && this.#reportsOf(target) === undefined
  }

  /** Whether responses of the target say what they cost. */
  isKnown(target: AnyTarget): boolean {
    const reports = this.#reportsOf(target)
    if (reports !== undefined) return reports.length > 0
    return target.reportsCosts === true || this.#reporters.has(target.providerId)
  }

  #reportsOf(target: AnyTarget): readonly Report[] | undefined {
    const own = this.#reports.get(targetKey(target))
    if (own !== undefined || this.#earlier.size === 0) return own
    return this.#earlier.get(`${target.providerId}\n${target.publicId}`)
  }

  /** Targets are in order of last use, so that the first one can be dropped. */
  #keep(target: AnyTarget, reports: readonly Report[]): void {
    const key = targetKey(target)
    this.#reports.delete(key)
    this.#reports.set(key, reports)
    if (this.#reports.size <= targetsMax) return
    const [oldest] = this.#reports.keys()
    if (oldest !== undefined) this.#reports.delete(oldest)
  }
}

function sumOf(reports: readonly Report[]): Report {
  return reports.reduce((sum, { nanos, tokens }) => ({
    nanos: sum.nanos + nanos,
    tokens: sum.tokens + tokens,
  }))
}
