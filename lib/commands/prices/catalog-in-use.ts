import { Catalog, newerCatalog } from '#lib/prices/catalog.ts'
import type { Store } from '#lib/store/core/store.ts'

/** The catalog that gateways on this store use. */
export async function catalogInUse(store: Store): Promise<Catalog> {
  return newerCatalog((await store.priceCatalogs.latest())?.body ?? null)
}

/** The catalog of a day, which the price of a request names; the one in use if it is no longer there. */
export async function catalogMadeOn(store: Store, day: string): Promise<Catalog> {
  const stored = await store.priceCatalogs.madeAt(Date.parse(day))
  if (stored !== null) return new Catalog(JSON.parse(stored.body))
  const shipped = newerCatalog(null)
  return shipped.made === day ? shipped : catalogInUse(store)
}

const dayMs = 86_400_000
const oldDays = 45

/** Advice to update; null: the catalog is recent. */
export function adviseUpdate(made: string, nowMs: number): string | null {
  const days = Math.floor((nowMs - Date.parse(made)) / dayMs)
  return days <= oldDays
    ? null
    : `The catalog is ${days} days old. Update it with: npm run -s sextant -- prices update`
}
