import type { HistoryEntry, HistorySummary } from './history-entry.ts'

/** Storage of the history: the browser's database, or memory when unavailable. */
export interface HistoryDatabase {
  readonly persistent: boolean
  summaries: () => Promise<readonly HistorySummary[]>
  entry: (id: string) => Promise<HistoryEntry | null>
  /** Stored apart, so that reading an entry does not read megabytes. */
  attachment: (id: string) => Promise<object | null>
  /** Writes all in one transaction; without an entry or attachment, the stored one stays. */
  put: (summary: HistorySummary, entry: HistoryEntry | null, attachment?: object | null) => Promise<void>
  removeAttachment: (summary: HistorySummary) => Promise<void>
  remove: (ids: readonly string[]) => Promise<void>
  close: () => void
}

/**
 * Opens the browser's database.
 * @throws DOMException when it is disabled, full or blocked by an older page
 */
export async function openHistoryDatabase(name: string): Promise<HistoryDatabase> {
  const opening = indexedDB.open(name, 2)
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      opening.result.createObjectStore('summaries', { keyPath: 'id' })
      opening.result.createObjectStore('entries', { keyPath: 'id' })
    }
    opening.result.createObjectStore('attachments')
  }
  const database = await settle(opening)
  // A later version of this page waits for this connection to close.
  database.onversionchange = () => database.close()

  const write = async (
    work: (summaries: IDBObjectStore, entries: IDBObjectStore, attachments: IDBObjectStore) => void,
  ): Promise<void> => {
    const transaction = database.transaction(['summaries', 'entries', 'attachments'], 'readwrite')
    const finished = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('Could not write history.'))
    })
    work(
      transaction.objectStore('summaries'),
      transaction.objectStore('entries'),
      transaction.objectStore('attachments'),
    )
    await finished
  }

  return {
    persistent: true,
    summaries: () => settle(database.transaction('summaries').objectStore('summaries').getAll()),
    entry: async id =>
      (await settle<HistoryEntry | undefined>(
        database.transaction('entries').objectStore('entries').get(id),
      )) ?? null,
    attachment: async id =>
      (await settle<object | undefined>(
        database.transaction('attachments').objectStore('attachments').get(id),
      )) ?? null,
    put: (summary, entry, attachment = null) =>
      write((summaries, entries, attachments) => {
        summaries.put(summary)
        if (entry !== null) entries.put(entry)
        if (attachment !== null) attachments.put(attachment, summary.id)
      }),
    removeAttachment: summary =>
      write((summaries, _entries, attachments) => {
        summaries.put(summary)
        attachments.delete(summary.id)
      }),
    remove: ids =>
      write((summaries, entries, attachments) => {
        for (const id of ids) {
          summaries.delete(id)
          entries.delete(id)
          attachments.delete(id)
        }
      }),
    close: () => database.close(),
  }
}

/** The same in memory, for a browser without storage. */
export function openMemoryDatabase(): HistoryDatabase {
  const summaries = new Map<string, HistorySummary>()
  const entries = new Map<string, HistoryEntry>()
  const attachments = new Map<string, object>()
  return {
    persistent: false,
    summaries: () => Promise.resolve([...summaries.values()]),
    entry: id => Promise.resolve(structuredClone(entries.get(id)) ?? null),
    attachment: id => Promise.resolve(structuredClone(attachments.get(id)) ?? null),
    put(summary, entry, attachment = null) {
      summaries.set(summary.id, summary)
      if (entry !== null) entries.set(entry.id, structuredClone(entry))
      if (attachment !== null) attachments.set(summary.id, structuredClone(attachment))
      return Promise.resolve()
    },
    removeAttachment(summary) {
      summaries.set(summary.id, summary)
      attachments.delete(summary.id)
      return Promise.resolve()
    },
    remove(ids) {
      for (const id of ids) {
        summaries.delete(id)
        entries.delete(id)
        attachments.delete(id)
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
