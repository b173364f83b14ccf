import type { Page } from 'playwright'

/** Everything that the console stores in this browser. */
export interface KeptInBrowser {
  readonly local: Readonly<Record<string, string>>
  readonly session: Readonly<Record<string, string>>
  /** Records by database and store. */
  readonly databases: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>
}

export function readStorage(page: Page): Promise<KeptInBrowser> {
  return page.evaluate(async () => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
      })
    const toObject = (storage: Storage) => Object.fromEntries(Object.entries<string>(storage))
    const databases: Record<string, Record<string, unknown[]>> = {}
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settle(indexedDB.open(name))
      const stores: Record<string, unknown[]> = {}
      for (const store of database.objectStoreNames) {
        stores[store] = await settle<unknown[]>(database.transaction(store).objectStore(store).getAll())
      }
      databases[name] = stores
      database.close()
    }
    return { local: toObject(localStorage), session: toObject(sessionStorage), databases }
  })
}
