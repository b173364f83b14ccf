import { shippedCatalog } from '#lib/prices/catalog.ts'
import { operatorPrice, type OperatorPrice } from '#lib/prices/operator-price.ts'
import type { Price, PriceInForce } from '#lib/prices/price.ts'
import type { Provider } from './provider.ts'

/** A model whose price is looked up. */
export interface PricedModel {
  readonly publicId: string
  readonly provider: Pick<Provider, 'vendor' | 'free'> | undefined
  readonly upstreamId: string
  /** Set by the operator. */
  readonly price?: OperatorPrice | undefined
  /** The model of the catalog whose price it has, by its id there. */
  readonly priceOf?: string | undefined
}

/** Neither: it has no price. */
export interface TargetPrice {
  readonly price?: PriceInForce
  readonly free?: true
}

/**
 * The price of a model at a time: the operator's, else that of the catalog. Models that run on the operator's own
 * servers are free unless the operator prices them.
 */
export function targetPrice(model: PricedModel, atMs: number): TargetPrice {
  const { price, provider, priceOf } = model
  if (price === 'free') return free
  if (price === undefined && priceOf === undefined && provider?.free === true) return free
  const inForce = findPrice(model)?.at(atMs)
  return inForce === undefined ? unpriced : { price: inForce }
}

const free: TargetPrice = { free: true }
const unpriced: TargetPrice = {}

function findPrice({ publicId, provider, upstreamId, price, priceOf }: PricedModel): Price | undefined {
  if (typeof price === 'object') return operatorPrice(publicId, price)
  if (priceOf !== undefined) return shippedCatalog().find(priceOf)?.price
  const vendor = provider?.vendor
  if (vendor === undefined) return undefined
  // Gemini lists its models in this form.
  return shippedCatalog().find(`${vendor}/${upstreamId.replace(/^models\//, '')}`)?.price
}
