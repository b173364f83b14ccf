import type { HistoryEntry, HistorySummary } from './history-entry.ts'

/** Storage of the history: the browser's database, or memory when unavailable. */
export interface HistoryDatabase {
  readonly persistent: boolean
  summaries: () => Promise<readonly HistorySummary[]>
  entry: (id: string) => Promise<HistoryEntry | null>
  /** Writes both in one transaction; without an entry only the summary. */
  put: (summary: HistorySummary, entry: HistoryEntry | null) => Promise<void>
  remove: (ids: readonly string[]) => Promise<void>
  close: () => void
}

/**
 * Opens the browser's database.
 * @throws DOMException when it is disabled, full or blocked by an older page
 */
export async function openHistoryDatabase(name: string): Promise<HistoryDatabase> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('summaries', { keyPath: 'id' })
    opening.result.createObjectStore('entries', { keyPath: 'id' })
  }
  const database = await settle(opening)
  // A later version of this page waits for this connection to close.
  database.onversionchange = () => database.close()

  const write = async (work: (summaries: IDBObjectStore, entries: IDBObjectStore) => void): Promise<void> => {
    const transaction = database.transaction(['summaries', 'entries'], 'readwrite')
    const finished = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('Could not write history.'))
    })
    work(transaction.objectStore('summaries'), transaction.objectStore('entries'))
    await finished
  }

  return {
    persistent: true,
    summaries: () => settle(database.transaction('summaries').objectStore('summaries').getAll()),
    entry: async id =>
      (await settle<HistoryEntry | undefined>(
        database.transaction('entries').objectStore('entries').get(id),
      )) ?? null,
    put: (summary, entry) =>
      write((summaries, entries) => {
        summaries.put(summary)
        if (entry !== null) entries.put(entry)
      }),
    remove: ids =>
      write((summaries, entries) => {
        for (const id of ids) {
          summaries.delete(id)
          entries.delete(id)
        }
      }),
    close: () => database.close(),
  }
}

/** The same in memory, for a browser without storage. */
export function openMemoryDatabase(): HistoryDatabase {
  const summaries = new Map<string, HistorySummary>()
  const entries = new Map<string, HistoryEntry>()
  return {
    persistent: false,
    summaries: () => Promise.resolve([...summaries.values()]),
    entry: id => Promise.resolve(structuredClone(entries.get(id)) ?? null),
    put(summary, entry) {
      summaries.set(summary.id, summary)
      if (entry !== null) entries.set(entry.id, structuredClone(entry))
      return Promise.resolve()
    },
    remove(ids) {
      for (const id of ids) {
        summaries.delete(id)
        entries.delete(id)
      }
      return Promise.resolve()
    },
    close: () => {},
  }
}

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser denied access to its database.'))
    if (request instanceof IDBOpenDBRequest) {
      request.onblocked = () => reject(new Error('Another tab has an older version of the history open.'))
    }
  })
}
