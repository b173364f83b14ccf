import { openStore, type Store, type StoreOptions } from './store.ts'

const holder = Symbol.for('sextant.store')

type Shared = typeof globalThis & { [holder]?: Map<string, Promise<Store>> }

/**
 * The process's single store for these options. A bundler may evaluate a module several times in one process, so
 * it is attached to `globalThis`. A failed opening is discarded and retried on the next call.
 */
export function sharedStore(options: StoreOptions): Promise<Store> {
  const shared: Shared = globalThis
  const stores = (shared[holder] ??= new Map())
  const name = options.databaseUrl ?? options.dataDir
  const known = stores.get(name)
  if (known !== undefined) return known
  const opening = openStore(options)
  stores.set(name, opening)
  opening.catch(() => stores.delete(name))
  return opening
}
