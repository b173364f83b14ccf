import { openHistoryDatabase, openMemoryDatabase, type HistoryDatabase } from './history-database.ts'
import { toStoredEntry, toSummary, type HistoryEntry, type HistorySummary } from './history-entry.ts'
import { readHistoryLines, toHistoryLine, type ImportResult } from './history-export.ts'
import { historyLimits, overflow } from './history-limits.ts'
import { markInterrupted, stateOf, type Writer } from './interrupted.ts'

export interface History {
  /** False where the browser keeps nothing: say so. */
  readonly persistent: boolean
  /** Pinned first, then newest first. `search` looks at names and requests. */
  list: (contract: string, search?: string) => Promise<readonly HistorySummary[]>
  /** A run whose page is gone reads as interrupted. */
  get: (id: string) => Promise<HistoryEntry | null>
  /** The entry of this id, or the one that a run or request of this id belongs to. */
  findRun: (id: string) => Promise<HistoryEntry | null>
  /** Adds or replaces; call it each second while a run goes on. Name and pin of a stored entry are kept. */
  save: (entry: HistoryEntry) => Promise<void>
  rename: (id: string, name: string | null) => Promise<void>
  pin: (id: string, pinned: boolean) => Promise<void>
  delete: (id: string) => Promise<void>
  /** Pinned ones too; without a contract, everything. */
  clear: (contract?: string) => Promise<void>
  /** JSONL, one entry a line. */
  export: (contract?: string) => Promise<string>
  import: (lines: string) => Promise<ImportResult>
  /** Called after every change, in this page or another one; returns how to stop. */
  onChange: (listener: () => void) => () => void
  close: () => void
}

export interface HistoryOptions {
  /** Whose history it is. */
  readonly member?: string
  readonly writer: Writer
  readonly openDatabase?: (name: string) => Promise<HistoryDatabase>
}

export async function openHistory({
  member = 'owner',
  writer,
  openDatabase = openHistoryDatabase,
}: HistoryOptions): Promise<History> {
  const name = `sextant-history-${member}`
  const database = await openDatabase(name).catch(openMemoryDatabase)
  const listeners = new Set<() => void>()
  const channel = database.persistent ? new BroadcastChannel(name) : null
  const announce = () => listeners.forEach(listener => listener())
  channel?.addEventListener('message', announce)
  const changed = () => {
    channel?.postMessage('changed')
    announce()
  }

  const summaries = async (contract?: string) =>
    (await database.summaries()).filter(each => contract === undefined || each.contract === contract)

  // One after the other: an earlier state of a run must not land on top of its end, nor of a pin set meanwhile.
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work, work)
    queue = done
    return done
  }

  async function store(entry: HistoryEntry): Promise<void> {
    const stored = toStoredEntry(entry)
    const before = (await database.summaries()).find(each => each.id === entry.id)
    const kept = before ? { ...stored, name: before.name, pinned: before.pinned } : stored
    const summary = toSummary(kept, writer.id, Date.now())
    await database.put(summary, kept).catch(async (error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
      await database.remove(overflow(await summaries(), { entriesMax: 20, bytesMax: 5_000_000 }))
      await database.put(summary, kept)
    })
    const leaving = overflow(await summaries(entry.contract)).filter(id => id !== entry.id)
    if (leaving.length > 0) await database.remove(leaving)
  }

  async function change(
    id: string,
    changes: Partial<Pick<HistorySummary, 'name' | 'pinned'>>,
  ): Promise<void> {
    const done = await inTurn(async () => {
      const summary = (await database.summaries()).find(each => each.id === id)
      if (summary !== undefined) await database.put({ ...summary, ...changes }, null)
      return summary !== undefined
    })
    if (done) changed()
  }

  async function get(id: string): Promise<HistoryEntry | null> {
    const [entry, all] = await Promise.all([database.entry(id), database.summaries()])
    const summary = all.find(each => each.id === id)
    if (entry === null || summary === undefined) return null
    return markInterrupted({ ...entry, name: summary.name, pinned: summary.pinned }, summary, writer)
  }

  return {
    persistent: database.persistent,
    async list(contract, search = '') {
      const words = search.toLowerCase().split(/\s+/).filter(Boolean)
      return (await summaries(contract))
        .filter(each =>
          words.every(word => `${each.name ?? ''}\n${each.haystack}`.toLowerCase().includes(word)),
        )
        .map(each => ({ ...each, state: stateOf(each, writer) }))
        .toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || b.createdAt - a.createdAt)
    },
    get,
    async findRun(id) {
      const all = await database.summaries()
      const summary = all.find(
        each => each.id === id || each.runIds?.includes(id) || each.requestIds?.includes(id),
      )
      return summary === undefined ? null : get(summary.id)
    },
    async save(entry) {
      await inTurn(() => store(entry))
      changed()
    },
    rename: (id, newName) => change(id, { name: newName?.trim() || null }),
    pin: (id, pinned) => change(id, { pinned }),
    async delete(id) {
      await inTurn(() => database.remove([id]))
      changed()
    },
    async clear(contract) {
      await inTurn(async () => database.remove((await summaries(contract)).map(each => each.id)))
      changed()
    },
    async export(contract) {
      const entries = await Promise.all((await summaries(contract)).map(each => get(each.id)))
      return entries.flatMap(entry => (entry ? [toHistoryLine(entry)] : [])).join('')
    },
    async import(lines) {
      const known = new Set((await summaries()).map(each => each.id))
      const { entries, problems } = readHistoryLines(lines)
      const added = entries.filter(entry => !known.has(entry.id)).slice(0, historyLimits.entriesMax)
      for (const entry of added) await inTurn(() => store(entry))
      if (added.length > 0) changed()
      return { added: added.length, skipped: entries.length - added.length, problems }
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      listeners.clear()
      channel?.close()
      database.close()
    },
  }
}
