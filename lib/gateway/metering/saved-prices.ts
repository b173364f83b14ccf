import type { Log } from '#lib/gateway/log.ts'
import type { NamedOperatorPrice } from '#lib/store/prices/operator-prices.ts'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'

interface SavedPricesOptions {
  readonly save: (prices: readonly NamedOperatorPrice[]) => Promise<void>
  /** The JSON of a price that this process has charged by. */
  readonly priceOf: (ref: string) => string | undefined
  readonly log: Log
}

const namesMax = 10_000

/** Saves each price of an operator that a request was charged by: the operator may change it, and rows name it forever. */
export class SavedPrices {
  readonly #options: SavedPricesOptions
  readonly #saved = new Set<string>()

  constructor(options: SavedPricesOptions) {
    this.#options = options
  }

  /** @returns null: all prices of the rows are saved, as nearly always */
  saveNew(rows: readonly NamingRow[]): Promise<void> | null {
    const { priceOf } = this.#options
    const found = new Map<string, NamedOperatorPrice>()
    for (const ref of rows.flatMap(refsOf)) {
      if (!ref?.startsWith('op:') || this.#saved.has(ref)) continue
      const price = priceOf(ref)
      // Of rows that an earlier process charged: this one may not have read the price yet.
      if (price !== undefined) found.set(ref, { ref, price })
    }
    return found.size === 0 ? null : this.#save([...found.values()])
  }

  async #save(prices: readonly NamedOperatorPrice[]): Promise<void> {
    try {
      await this.#options.save(prices)
    } catch (error) {
      // The rows are worth more than the rates of a later bill.
      this.#options.log.warn({ err: error }, 'could not save prices of the operator')
      return
    }
    if (this.#saved.size > namesMax) this.#saved.clear()
    for (const { ref } of prices) this.#saved.add(ref)
  }
}

type NamingRow = Pick<NewRequestRow, 'priceRef'> & Partial<Pick<NewRequestRow, 'attemptList'>>

function refsOf({ priceRef, attemptList }: NamingRow): readonly (string | null)[] {
  return [priceRef, ...(attemptList?.map(({ charge }) => charge?.priceRef ?? null) ?? [])]
}
