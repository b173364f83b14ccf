import type { Backend } from '#lib/store/core/backend.ts'

/** The prices of operators by which requests were charged: rows of the request log name them when they have changed. */
export interface OperatorPriceStore {
  /** Each only once: a name includes a hash of its price. */
  save(prices: readonly NamedOperatorPrice[]): Promise<void>
  /** JSON. @returns null: it is not saved */
  find(ref: string): Promise<string | null>
}

export interface NamedOperatorPrice {
  readonly ref: string
  /** JSON. */
  readonly price: string
}

export function createOperatorPriceStore({ database }: Backend): OperatorPriceStore {
  return {
    async save(prices) {
      if (prices.length === 0) return
      const firstUsedAt = Date.now()
      await database
        .insertInto('operatorPrices')
        .values(prices.map(({ ref, price }) => ({ ref, price, firstUsedAt })))
        .onConflict(conflict => conflict.column('ref').doNothing())
        .execute()
    },

    async find(ref) {
      const row = await database
        .selectFrom('operatorPrices')
        .select('price')
        .where('ref', '=', ref)
        .executeTakeFirst()
      return row?.price ?? null
    },
  }
}
