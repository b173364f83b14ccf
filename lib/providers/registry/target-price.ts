import type { Model } from '#lib/contracts/api/models.ts'
import { catalogInUse } from '#lib/prices/catalog.ts'
import { operatorPrice, type OperatorPrice } from '#lib/prices/operator-price.ts'
import type { Price, PriceInForce } from '#lib/prices/price.ts'
import type { ModelEntry } from './model-entry.ts'
import type { Provider } from './provider.ts'

/** A model whose price is looked up. */
export interface PricedModel {
  readonly publicId: string
  readonly provider: Pick<Provider, 'vendor' | 'free' | 'reportsCosts'> | undefined
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

/** The ID of the model in the catalog, which need not have it. @returns undefined for an unknown vendor */
export function catalogIdOf({ provider, upstreamId, priceOf }: PricedModel): string | undefined {
  const vendor = provider?.vendor
  // Gemini lists its models in this form.
  return priceOf ?? (vendor === undefined ? undefined : `${vendor}/${upstreamId.replace(/^models\//, '')}`)
}

/** The price of a model, and where it comes from, as lists of models show it. */
export function describePrice(model: PricedModel, atMs: number): NonNullable<Model['pricing']> {
  const { price, free } = targetPrice(model, atMs)
  if (free === true) return { source: 'free' }
  const reports = model.provider?.reportsCosts === true && price?.origin.always !== true
  if (price === undefined) return { source: reports ? 'reported' : 'unpriced' }
  const { source, date, url, disputed } = price.origin
  return {
    source: reports ? 'reported' : source,
    rates: price.rates,
    ...(date !== undefined && { date }),
    ...(url !== undefined && { url }),
    ...(disputed === true && { disputed }),
  }
}

/** @throws Error where the configuration names a price that the catalog does not have */
export function requireCatalogPrices(
  entries: readonly ModelEntry[],
  providers: ReadonlyMap<string, Provider>,
): void {
  const priced = entries.flatMap(({ deployments, ...entry }) => [
    entry,
    ...(deployments ?? []).map(each => {
      const isOwn = each.price !== undefined || each.priceOf !== undefined
      return { ...entry, ...(isOwn && { price: undefined, priceOf: undefined }), ...each }
    }),
  ])
  for (const { id, provider: providerId, upstream, price, priceOf } of priced) {
    const provider = providers.get(providerId)
    if (typeof price === 'object' || (price !== 'catalog' && priceOf === undefined)) continue
    // A provider that the console adds later.
    if (provider === undefined && priceOf === undefined) continue
    const model = { publicId: id, provider, upstreamId: upstream, price, priceOf }
    if (findPrice(model) !== undefined) continue
    const wanted = priceOf ?? `${provider?.vendor ?? providerId}/${upstream}`
    throw new Error(
      `The catalog has no price of "${wanted}" for the model "${id}". Name another model in priceOf, or set a price.`,
    )
  }
}

const free: TargetPrice = { free: true }
const unpriced: TargetPrice = {}

function findPrice(model: PricedModel): Price | undefined {
  const { publicId, provider, price } = model
  const name = catalogIdOf(model)
  if (typeof price === 'object') return operatorPrice(publicId, price, { vendor: provider?.vendor, name })
  return name === undefined ? undefined : catalogInUse().find(name)?.price
}
