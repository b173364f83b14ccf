import type { Config } from '#lib/config.ts'
import { openStore, type Store } from '#lib/store/core/store.ts'

/** Opens the store for one task. A running server picks up changes within a second. */
export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(config)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
