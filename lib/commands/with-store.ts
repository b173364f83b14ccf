import type { Config } from '#lib/config.ts'
import { openStore, type Store } from '#lib/store/core/store.ts'

/** Opens the store for one piece of work. A running product hears of what changed within a second. */
export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(config)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
