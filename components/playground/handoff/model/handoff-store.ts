import { newId } from '#lib/client/new-id.ts'
import type { Handoff } from './handoff.ts'

/** Pending handoffs, shared by all tabs of this browser. */
export interface HandoffStore {
  /** @returns the id that the target opens, or null when browser storage is full */
  readonly put: (handoff: Handoff) => Promise<string | null>
  /** Null when missing or older than a day. A handoff can be opened more than once. */
  readonly get: (id: string) => Promise<Handoff | null>
  readonly close: () => void
}

interface Stored {
  readonly id: string
  /** Unix milliseconds. */
  readonly createdAt: number
  readonly bytes: number
  readonly parcel: Handoff
}

const handoffBytesMax = 20_000_000
export const handoffLifeMs = 24 * 60 * 60 * 1000
const databaseName = 'sextant-parcels'

/** Opens the browser's database, or memory when unavailable; handoffs then arrive in this tab only. */
export async function openHandoffStore(now: () => number = Date.now): Promise<HandoffStore> {
  const database = await openDatabase().catch(() => null)
  const memory = new Map<string, Stored>()
  const objects = (mode: IDBTransactionMode) => database?.transaction('parcels', mode).objectStore('parcels')
  const isAlive = ({ createdAt }: Stored) => now() - createdAt < handoffLifeMs

  /** Deletes expired handoffs, and the oldest ones when space is needed. */
  async function deleteOldest(neededBytes: number): Promise<void> {
    const all = (await settle<Stored[]>(objects('readonly')?.getAll())) ?? [...memory.values()]
    const leaving = overflow(all.filter(isAlive), neededBytes)
    const gone = [...all.filter(each => !isAlive(each)), ...leaving].map(({ id }) => id)
    gone.forEach(id => memory.delete(id))
    if (gone.length === 0) return
    const handoffs = objects('readwrite')
    gone.forEach(id => handoffs?.delete(id))
  }

  // Handoffs that are never opened are deleted on the next visit.
  await deleteOldest(0)

  return {
    async put(handoff) {
      const bytes = handoff.items.reduce((sum, item) => sum + 2 * item.text.length, 1000)
      if (bytes > handoffBytesMax) return null
      const stored = { id: newId(), createdAt: now(), bytes, parcel: handoff }
      try {
        await deleteOldest(bytes)
        if (database === null) memory.set(stored.id, stored)
        await settle(objects('readwrite')?.put(stored))
        return stored.id
      } catch (error) {
        if (error instanceof DOMException) return null
        throw error
      }
    },
    async get(id) {
      const stored = (await settle<Stored | undefined>(objects('readonly')?.get(id))) ?? memory.get(id)
      return stored && isAlive(stored) ? stored.parcel : null
    },
    close: () => database?.close(),
  }
}

let shared: Promise<HandoffStore> | undefined

/** The store of this page, opened on first use; a failed open is retried on the next use. */
export function sharedHandoffs(): Promise<HandoffStore> {
  shared ??= openHandoffStore().catch((error: unknown) => {
    shared = undefined
    throw error
  })
  return shared
}

/** The oldest handoffs that must be evicted. */
function overflow(stored: readonly Stored[], neededBytes: number): readonly Stored[] {
  let bytes = stored.reduce((sum, each) => sum + each.bytes, neededBytes)
  return stored
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .filter(each => {
      if (bytes <= handoffBytesMax) return false
      bytes -= each.bytes
      return true
    })
}

async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, 1)
  opening.onupgradeneeded = () => void opening.result.createObjectStore('parcels', { keyPath: 'id' })
  const database = await settle(opening)
  if (database === undefined) throw new Error('The browser has no database.')
  // A later version of this page waits for this connection to close.
  database.onversionchange = () => database.close()
  return database
}

function settle<T>(request: IDBRequest<T> | undefined): Promise<T | undefined> {
  if (request === undefined) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser denied access to its database.'))
  })
}
