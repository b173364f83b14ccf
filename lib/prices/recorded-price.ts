import type { Catalog } from './catalog.ts'
import { readSavedPrice, operatorPrice, type OperatorPrice, type SearchPrice } from './operator-price.ts'
import type { Price, PriceInForce } from './price.ts'

/** Where the prices are that rows of the request log name. */
export interface PriceRecords {
  /** The catalog of a day; another one if it is no longer there. */
  catalogMadeOn(day: string): Promise<Catalog>
  /** The JSON of an operator's price by which a request was charged; null: it was not kept. */
  operatorPrice(ref: string): Promise<string | null>
  /** Of the configuration. */
  readonly config: {
    readonly models: readonly {
      readonly id: string
      readonly upstream?: string | undefined
      readonly price?: OperatorPrice
      readonly priceOf?: string | undefined
    }[]
    readonly providers: readonly { readonly id: string; readonly kind: string }[]
    readonly search: Readonly<
      Record<
        'configured' | 'builtIn',
        readonly { readonly id: string; readonly price?: SearchPrice | undefined }[]
      >
    >
  }
  /** Prices that the console has set, by public ID of the model. */
  readonly settings: ReadonlyMap<string, { readonly price: OperatorPrice | null }>
  readonly providers: readonly {
    readonly purpose: 'models' | 'search'
    readonly name: string
    readonly kind: string
  }[]
}

/** A price as a row names it, with the service tier of its responses. */
export interface RecordedPrice {
  readonly price: PriceInForce
  readonly tier: string | null
}

/**
 * The price that a row names, at any time. A row of an earlier version names no revision of an operator's price: then it is
 * the one that is set today.
 * @param provider of the row
 */
export async function findRecordedPrice(
  priceRef: string | null,
  provider: string | null,
  records: PriceRecords,
): Promise<(atMs: number) => RecordedPrice | null> {
  const named = priceRef === null ? null : readRef(priceRef)
  if (named === null) return () => null
  const kept = named.made === null ? await readKept(named, records) : null
  if (kept !== null) return atMs => toRecorded(kept.price.at(atMs), kept.tier)
  const find = await readPrices(named.made, provider, records)
  const found = named.names.flatMap(({ name, tier }) => {
    const price = find(name)
    return price === undefined ? [] : [{ price, tier }]
  })
  return atMs => {
    for (const { price, tier } of found) {
      const recorded = toRecorded(price.at(atMs), tier)
      if (recorded !== null) return recorded
    }
    return null
  }
}

function toRecorded(price: PriceInForce | undefined, tier: string | null): RecordedPrice | null {
  return price === undefined ? null : { price, tier }
}

async function readKept({ names }: NamedPrice, records: PriceRecords) {
  for (const { name, tier } of names) {
    const ref = `op:${name}`
    const text = await records.operatorPrice(ref)
    const price = text === null ? null : readSavedPrice(ref, text)
    if (price !== null) return { price, tier }
  }
  return null
}

async function readPrices(
  made: string | null,
  provider: string | null,
  records: PriceRecords,
): Promise<(name: string) => Price | undefined> {
  if (made !== null) {
    const catalog = await records.catalogMadeOn(made)
    return name => catalog.find(name)?.price
  }
  const { config, settings } = records
  const searches = new Map(
    [...config.search.configured, ...config.search.builtIn].map(each => [`${each.id}/search`, each.price]),
  )
  const kind = findKind(provider, records)
  const catalog = await records.catalogMadeOn(new Date().toISOString().slice(0, 10))
  return name => {
    const search = searches.get(name)
    if (typeof search === 'object') return operatorPrice(name, search)
    const entry = config.models.find(({ id }) => id === name)
    const configured = entry?.price
    const given = typeof configured === 'object' ? configured : settings.get(name)?.price
    if (typeof given !== 'object' || given === null) return undefined
    const upstream = entry?.upstream ?? name.slice(name.indexOf('/') + 1)
    return operatorPrice(name, given, {
      vendor: kind,
      name: entry?.priceOf ?? `${kind}/${upstream}`,
      catalog,
    })
  }
}

function findKind(provider: string | null, { config, providers }: PriceRecords): string | undefined {
  const configured = config.providers.find(({ id }) => id === provider)
  if (configured !== undefined) return configured.kind
  return providers.find(({ purpose, name }) => purpose === 'models' && name === provider)?.kind
}

interface NamedPrice {
  /** The day of its catalog; null: a price of the operator. */
  readonly made: string | null
  /** Ways to read the name, the likelier first. */
  readonly names: readonly { readonly name: string; readonly tier: string | null }[]
}

/**
 * `cat:<date>:<model>`, `op:<model>:<revision>` or, of earlier versions, `op:<model>`, with `@<tier>` where a service tier applied. A model's name may have an @ as well,
 * so the whole comes first.
 */
function readRef(ref: string): NamedPrice | null {
  const [, made = null, whole] = /^(?:cat:(\d{4}-\d\d-\d\d):|op:)(.+)$/.exec(ref) ?? []
  if (whole === undefined) return null
  const [, name, tier = null] = /^(.+)@([\w-]+)$/.exec(whole) ?? []
  return { made, names: [{ name: whole, tier: null }, ...(name === undefined ? [] : [{ name, tier }])] }
}
