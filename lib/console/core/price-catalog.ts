import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryRoot } from './repository-root.ts'
import { store } from './store.ts'
import { Catalog } from '#lib/prices/catalog.ts'

/** The catalog that the gateways use: the newer of the shipped one and that of the last update. */
export async function readCatalogInUse(): Promise<Catalog> {
  const { priceCatalogs } = await store()
  const [shipped, stored] = await Promise.all([readShippedCatalog(), priceCatalogs.latest()])
  const own = new Catalog(JSON.parse(shipped))
  if (stored === null) return own
  const updated = new Catalog(JSON.parse(stored.body))
  return updated.made > own.made ? updated : own
}

/** JSON. */
export function readShippedCatalog(): Promise<string> {
  return readFile(path.join(/* turbopackIgnore: true */ repositoryRoot(), 'lib/prices/catalog.json'), 'utf8')
}
