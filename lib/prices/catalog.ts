import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isRecord } from '#lib/read-json.ts'
import { type CatalogEntry, catalogEntrySchema, catalogHeadSchema } from './catalog-schema.ts'
import { Price } from './price.ts'

/** The model prices that Sextant ships. */
export class Catalog {
  readonly made: string
  /** By vendor and upstream id. Only those in use are checked and compiled. */
  readonly #entries: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  readonly #found = new Map<string, CatalogModel>()

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

  #compiled(value: Readonly<Record<string, unknown>>): CatalogModel {
    const id = String(value['id'])
    const known = this.#found.get(id)
    if (known !== undefined) return known
    const entry = catalogEntrySchema.parse(value)
    const { source: url, disputed = false } = entry
    const origin = {
      source: 'catalog',
      ref: `cat:${this.made}:${id}`,
      date: this.made,
      url,
      disputed,
    } as const
    const price = new Price(origin, entry.prices)
    const model = { entry, price }
    this.#found.set(id, model)
    return model
  }
}

const snapshotDate = /-(\d{8}|\d{4}-\d\d-\d\d)$/

export interface CatalogModel {
  readonly entry: CatalogEntry
  readonly price: Price
}

let shipped: Catalog | null = null

/** Read when the first price is looked up: gateways whose models are all priced otherwise never need it. */
export function shippedCatalog(): Catalog {
  shipped ??= new Catalog(JSON.parse(readFileSync(path.join(import.meta.dirname, 'catalog.json'), 'utf8')))
  return shipped
}
