import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isRecord } from '#lib/read-json.ts'
import { type CatalogEntry, catalogEntrySchema, catalogHeadSchema } from './catalog-schema.ts'
import { Price, PriceInForce } from './price.ts'

/** Prices of models, shipped with Sextant or stored by an update. */
export class Catalog {
  readonly made: string
  /** By vendor and upstream id. Only those in use are checked and compiled. */
  readonly #entries: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  readonly #found = new Map<object, CatalogModel>()
  #highest: PriceInForce | null = null

  /** @throws ZodError for another format */
  constructor(value: unknown) {
    const { made, models } = catalogHeadSchema.parse(value)
    this.made = made
    this.#entries = new Map(
      models.flatMap(entry => {
        if (!isRecord(entry)) return []
        const { id, match } = entry
        if (typeof id !== 'string' || !Array.isArray(match)) return []
        const vendor = id.slice(0, id.indexOf('/'))
        return match.map(name => [`${vendor}/${name}`, entry] as const)
      }),
    )
  }

  /** @param name `<vendor>/<upstream id>`, with or without the date of a snapshot */
  find(name: string): CatalogModel | null {
    const exact = this.#entries.get(name)
    if (exact !== undefined) return this.#compiled(exact)
    const undated = name.replace(snapshotDate, '')
    const entry = undated === name ? undefined : this.#entries.get(undated)
    return entry?.['dated'] === true ? this.#compiled(entry) : null
  }

  /** Every model, in the order of the file. */
  list(): readonly CatalogModel[] {
    return [...new Set(this.#entries.values())].map(entry => this.#compiled(entry))
  }

  /** The highest input price and the highest output price, of whichever models have them. */
  highestPrice(): PriceInForce {
    return (this.#highest ??= this.#findHighest())
  }

  #findHighest(): PriceInForce {
    const prices = this.list().flatMap(({ price }) => price.at(Date.now()) ?? [])
    const input = String(Math.max(0, ...prices.map(price => price.input)))
    const output = String(Math.max(0, ...prices.map(price => price.output)))
    return new PriceInForce(
      { source: 'catalog', ref: `cat:${this.made}:highest` },
      { usd: { input, output } },
    )
  }

  #compiled(value: Readonly<Record<string, unknown>>): CatalogModel {
    const known = this.#found.get(value)
    if (known !== undefined) return known
    const entry = catalogEntrySchema.parse(value)
    const { id, source: url, disputed = false } = entry
    const origin = {
      source: 'catalog',
      ref: `cat:${this.made}:${id}`,
      date: this.made,
      url,
      disputed,
    } as const
    const price = new Price(origin, entry.prices)
    const model = { entry, price }
    this.#found.set(value, model)
    return model
  }
}

const snapshotDate = /-(\d{8}|\d{4}-\d\d-\d\d)$/

export interface CatalogModel {
  readonly entry: CatalogEntry
  readonly price: Price
}

let shipped: Catalog | null = null
let stored: Catalog | null = null

/**
 * The catalog in use: the shipped one, unless `useStoredCatalog` was given a newer one. It is read when the first price
 * is looked up: gateways whose models are all priced otherwise never need it.
 */
export function catalogInUse(): Catalog {
  return stored ?? readShipped()
}

/** The catalog that an update stored; null: none is in use. */
export function storedCatalog(): Catalog | null {
  return stored
}

/**
 * Prices the following requests of this process by a stored catalog, unless the shipped one is newer.
 * @param text null: none is stored
 * @throws Error for text that is no catalog
 */
export function useStoredCatalog(text: string | null): void {
  stored = text === null ? null : newerCatalog(text)
}

/**
 * The newer one of the stored and the shipped catalog. Of the same day the stored one, because an operator chose it.
 * @param text null: none is stored
 * @throws Error for text that is no catalog
 */
export function newerCatalog(text: string | null): Catalog {
  const own = readShipped()
  if (text === null) return own
  const given = new Catalog(JSON.parse(text))
  if (given.made < own.made) return own
  // A newer version may have stored units that this one does not know: a request must not be the first to find out.
  given.list()
  return given
}

function readShipped(): Catalog {
  shipped ??= new Catalog(JSON.parse(readFileSync(path.join(import.meta.dirname, 'catalog.json'), 'utf8')))
  return shipped
}
