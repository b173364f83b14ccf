import type { Log } from '#lib/gateway/log.ts'
import type { NamedOperatorPrice } from '#lib/store/prices/operator-prices.ts'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'

interface KeptPricesOptions {
  readonly keep: (prices: readonly NamedOperatorPrice[]) => Promise<void>
  /** The JSON of a price that this process has charged by. */
  readonly priceOf: (ref: string) => string | undefined
  readonly log: Log
}

const namesMax = 10_000

/** Keeps each price of an operator that a request was charged by: the operator may change it, and rows name it forever. */
export class KeptPrices {
  readonly #options: KeptPricesOptions
  readonly #kept = new Set<string>()

  constructor(options: KeptPricesOptions) {
    this.#options = options
  }

  /** @returns null: all prices of the rows are kept, as nearly always */
  keepThoseOf(rows: readonly NewRequestRow[]): Promise<void> | null {
    const { priceOf } = this.#options
    const found = new Map<string, NamedOperatorPrice>()
    for (const { priceRef: ref } of rows) {
      if (!ref?.startsWith('op:') || this.#kept.has(ref)) continue
      const price = priceOf(ref)
      if (price === undefined) this.#kept.add(ref)
      else found.set(ref, { ref, price })
    }
    return found.size === 0 ? null : this.#keep([...found.values()])
  }

  async #keep(prices: readonly NamedOperatorPrice[]): Promise<void> {
    try {
      await this.#options.keep(prices)
    } catch (error) {
      // The rows are worth more than the rates of a later bill.
      this.#options.log.warn({ err: error }, 'could not keep prices of the operator')
      return
    }
    if (this.#kept.size > namesMax) this.#kept.clear()
    for (const { ref } of prices) this.#kept.add(ref)
  }
}
