import type { PriceCatalogStore } from '#lib/store/prices/price-catalogs.ts'
import type { Log } from './log.ts'

export interface PriceCatalogOptions {
  readonly store: {
    readonly priceCatalogs: Pick<PriceCatalogStore, 'latest' | 'latestId'>
    onChange(listener: () => void): () => void
  }
  /** Prices the following requests by it; null: none is stored. @throws Error for text that is no catalog */
  readonly apply: (text: string | null) => void
  readonly log: Pick<Log, 'info' | 'warn'>
}

// Each change is signaled only once, so a failed read is retried.
const retryMs = 5_000

/**
 * Uses the stored price catalog, and each later one. Ends with the store.
 * @throws Error when it cannot be read at the start; later the last one remains
 */
export async function followPriceCatalog({ store, apply, log }: PriceCatalogOptions): Promise<void> {
  let known: string | null = null
  let reading = false
  let again = false
  let retry: NodeJS.Timeout | undefined

  async function refresh(): Promise<void> {
    // Most changes are to other things, and the catalog is large.
    if ((await store.priceCatalogs.latestId()) === known) return
    const latest = await store.priceCatalogs.latest()
    known = latest?.id ?? null
    try {
      apply(latest?.body ?? null)
      log.info({ catalog: known }, 'using the stored price catalog')
    } catch (error) {
      log.warn({ err: error, catalog: known }, 'could not use the stored price catalog; using the last one')
    }
  }

  async function follow(): Promise<void> {
    again = true
    if (reading) return
    clearTimeout(retry)
    reading = true
    try {
      while (again) {
        again = false
        await refresh()
      }
    } catch (error) {
      log.warn({ err: error }, 'could not read the price catalog; using the last one')
      retry = setTimeout(() => void follow(), retryMs).unref()
    } finally {
      reading = false
    }
  }

  await refresh()
  store.onChange(() => void follow())
}
