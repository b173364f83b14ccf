import { type Charge, chargeAnswer } from '#lib/capabilities/charge.ts'
import { CostReservation, exactly } from '#lib/capabilities/cost.ts'
import type { ReportedCosts } from '#lib/capabilities/reported-costs.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import type { BackendCost, SearchBilling, SearchUse } from '#lib/search-backends/search-billing.ts'

/** Reserves and charges what search backends cost, as models are. */
export class SearchBill implements SearchBilling {
  readonly #context: Pick<RequestContext, 'signal' | 'budget'>
  readonly #reportedCosts: ReportedCosts
  readonly #onCharge: (charge: Charge) => void

  constructor(
    context: Pick<RequestContext, 'signal' | 'budget'>,
    reportedCosts: ReportedCosts,
    onCharge: (charge: Charge) => void,
  ) {
    this.#context = context
    this.#reportedCosts = reportedCosts
    this.#onCharge = onCharge
  }

  async reserve(cost: BackendCost): Promise<string | null> {
    if (cost.free === true || !this.#context.budget.limits) return null
    if (this.#context.budget.rejectsUnpriced && cost.price === undefined) return unpricedReason(cost)
    const target = toTarget(cost)
    // Each search adds to the request: the reservation of another backend does not cover it.
    const reservation = new CostReservation(this.#context, this.#reportedCosts)
    const wait = reservation.raise(target, () => exactly(this.#bound(cost, target)))
    if (wait !== null) await wait
    return null
  }

  charge(cost: BackendCost, { units, costUsd, whole }: SearchUse): void {
    if (cost.free === true) return
    const answer = { tokens: 0, counts: () => ({ search: units }), tier: null, reportedUsd: costUsd, whole }
    const charge = chargeAnswer(answer, toTarget(cost), this.#reportedCosts)
    // Without a price it is recorded already.
    if (cost.price !== undefined && charge.source === 'reported') {
      this.#reportedCosts.charge(toTarget(cost), 0, charge.nanos)
    }
    const parts = charge.parts ?? (charge.nanos === null ? null : { ...noParts, other: charge.nanos / 1e9 })
    this.#onCharge({ ...charge, parts, counts: { search: units } })
  }

  /** The most units, or twice the mean of what it reported before, whichever is more. */
  #bound({ price, unitsMax }: BackendCost, target: AnyTarget): number | undefined {
    if (price === undefined) return undefined
    const nanos = price.costNanos({ search: unitsMax })
    return target.reportsCosts === true ? Math.max(nanos, this.#reportedCosts.amountToReserve(target)) : nanos
  }
}

const noParts = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, other: 0 } as const

/** A backend is charged as the only model of a provider of the same name. */
function toTarget({ id, price, reportsCosts }: BackendCost): AnyTarget {
  return {
    publicId: `${id}/search`,
    providerId: `search ${id}`,
    model: { modelId: 'search' },
    fallbacks: [],
    price,
    reportsCosts,
  }
}

function unpricedReason({ id }: BackendCost): string {
  return `has no price, and this budget rejects searches whose cost it cannot count; set search.${id}.price in sextant.yaml`
}
