import type { BudgetLevel } from '#lib/store/budgets/budget-leases.ts'
import type { BudgetStore } from '#lib/store/budgets/budgets.ts'
import { toUsd } from '#lib/prices/to-usd.ts'
import type { Log } from '#lib/gateway/log.ts'

/** In percent of a budget, highest first. */
const thresholds = [100, 95, 80] as const

const budgetsMax = 10_000

/**
 * The threshold that the spending of a budget has reached; reservations may turn out to cost nearly nothing.
 * @returns percent; null: less than the lowest
 */
export function reachedThreshold({ limitNanos, spentNanos }: BudgetLevel): number | null {
  return thresholds.find(percent => spentNanos * 100 >= limitNanos * percent) ?? null
}

/** Logs when a budget reaches a threshold: each once per period. */
export class BudgetWarnings {
  readonly #budgets: Pick<BudgetStore, 'findOwner'>
  readonly #log: Pick<Log, 'warn'>
  /** By budget, in order of last change. */
  readonly #logged = new Map<string, { readonly percent: number; readonly resetsAt: number | null }>()

  constructor(budgets: Pick<BudgetStore, 'findOwner'>, log: Pick<Log, 'warn'>) {
    this.#budgets = budgets
    this.#log = log
  }

  check(budgetId: string, level: BudgetLevel): void {
    const percent = reachedThreshold(level)
    if (percent === null) return
    const { resetsAt } = level
    const logged = this.#logged.get(budgetId)
    if (logged !== undefined && logged.resetsAt === resetsAt && logged.percent >= percent) return
    this.#logged.delete(budgetId)
    this.#logged.set(budgetId, { percent, resetsAt })
    if (this.#logged.size > budgetsMax) this.#forgetOldest()
    void this.#warn(budgetId, level, percent)
  }

  async #warn(budget: string, { limitNanos, leftNanos }: BudgetLevel, percent: number): Promise<void> {
    const limitUsd = limitNanos / 1e9
    const remainingUsd = leftNanos / 1e9
    // Without its owner the warning is still worth more than none.
    const owner = await this.#budgets.findOwner(budget).catch(() => null)
    const { teamId: team, keyName: key } = owner ?? { teamId: undefined, keyName: undefined }
    const whose = key ? `API key ${key}` : owner === null ? budget : 'the team'
    this.#log.warn(
      { budget, team, key, percent, limitUsd, remainingUsd },
      `${percent}% of the budget of ${whose} is used: $${toUsd(leftNanos)} of $${toUsd(limitNanos)} left`,
    )
  }

  #forgetOldest(): void {
    const [oldest] = this.#logged.keys()
    if (oldest !== undefined) this.#logged.delete(oldest)
  }
}
