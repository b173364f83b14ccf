import 'server-only'
import { settings } from '#lib/console/core/loaded-config.ts'
import { readShippedCatalog } from '#lib/console/core/price-catalog.ts'
import { store } from '#lib/console/core/store.ts'
import { Catalog } from '#lib/prices/catalog.ts'
import type { PriceRecords } from '#lib/prices/recorded-price.ts'

/** The prices that rows of the request log name, of the configuration, the console and the catalogs. */
export async function readPriceRecords(teamId: string): Promise<PriceRecords> {
  const { modelSetup, operatorPrices, providers, priceCatalogs } = await store()
  const [{ settings: prices }, rows] = await Promise.all([modelSetup.read(teamId), providers.list(teamId)])
  const catalogs = new Map<string, Promise<Catalog>>()
  return {
    config: settings(),
    settings: prices,
    providers: rows,
    operatorPrice: ref => operatorPrices.find(ref),
    catalogMadeOn(day) {
      const known = catalogs.get(day) ?? readCatalog(day)
      catalogs.set(day, known)
      return known
    },
  }

  async function readCatalog(day: string): Promise<Catalog> {
    const stored = await priceCatalogs.madeAt(Date.parse(day))
    return new Catalog(JSON.parse(stored?.body ?? (await readShippedCatalog())))
  }
}
