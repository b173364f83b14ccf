import type { LimitedKey } from '#lib/store/key-row.ts'
import type { BudgetReservation } from './budget-reservation.ts'
import { type BudgetOptions, TeamBudgets } from './team-budgets.ts'

const tendMs = 500

/**
 * Budgets of teams and keys as this gateway sees them. It leases amounts from the store and gives them to calls from
 * memory, so that a call waits for the store only where a lease has to be taken.
 */
export class Budgets {
  readonly #teams = new Map<string, TeamBudgets>()
  readonly #options: BudgetOptions
  readonly #timer: NodeJS.Timeout

  constructor(options: Omit<BudgetOptions, 'now'> & { readonly now?: () => number }) {
    this.#options = { now: () => performance.now(), ...options }
    this.#timer = setInterval(() => this.#tend(), tendMs).unref()
  }

  /**
   * Takes what a call may cost at most, in nano-dollars, of its team's budget and its key's.
   * @returns null: done, or nothing limits it
   * @throws ApiError `insufficient_quota`, or `store_unavailable` where more has to be leased and cannot be
   */
  reserve(key: LimitedKey, nanos: number, reservation: BudgetReservation): Promise<void> | null {
    if (nanos <= 0) return null
    const known = this.#teams.get(key.teamId)
    if (known) return known.reserve(key, nanos, reservation)
    const team = new TeamBudgets(this.#options)
    this.#teams.set(key.teamId, team)
    return team.reserve(key, nanos, reservation)
  }

  /** After a change of any budget: what is held is given back, and leased anew under what holds now. */
  expire(): void {
    for (const team of this.#teams.values()) team.tend(true)
  }

  /** Gives everything back; request rows must be written by then. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(Array.from(this.#teams.values(), team => team.close()))
  }

  #tend(): void {
    for (const [id, team] of this.#teams) {
      if (team.idle) this.#teams.delete(id)
      else team.tend()
    }
  }
}
