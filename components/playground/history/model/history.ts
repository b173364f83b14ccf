import { openHistoryDatabase, openMemoryDatabase, type HistoryDatabase } from './history-database.ts'
import { toStoredEntry, toSummary, type HistoryEntry, type HistorySummary } from './history-entry.ts'
import { newId } from '#lib/client/new-id.ts'
import type { EntryRef } from '#components/playground/run/model/create-playground.ts'
import { pageLeft } from '#lib/client/page-left.ts'
import type {
  Run,
  ReceivedResponse,
  RunFailure,
  RunTiming,
  RunUsage,
  SentRequest,
  HttpEvent,
} from '#lib/client/run.ts'
import { isNestedDeeper } from '#lib/contracts/core/nesting.ts'
import { readOrigin } from '#components/playground/handoff/model/handoff-origin.ts'
import { isRecord, readJsonRecord } from '#lib/read-json.ts'

export interface History {
  /** False when the browser stores nothing: show it. */
  readonly persistent: boolean
  /** Pinned first, then newest first. `search` covers names and requests; without a contract, all playgrounds. */
  list: (contract?: string, search?: string) => Promise<readonly HistorySummary[]>
  /** A run whose page is gone becomes interrupted. */
  get: (id: string) => Promise<HistoryEntry | null>
  /** The entry with this id, or the one that contains the run or request with this id. */
  findRun: (id: string) => Promise<HistoryEntry | null>
  /**
   * Adds or replaces; call it each second during a run. Name and pin of a stored entry stay, and so does its
   * attachment if the saved one has none.
   * @returns where it is: in an entry of its own if another tab has changed the stored one since its revision
   */
  save: (entry: HistoryEntry) => Promise<EntryRef>
  rename: (id: string, name: string | null) => Promise<void>
  pin: (id: string, pinned: boolean) => Promise<void>
  delete: (id: string) => Promise<void>
  /** Pinned ones too; without a contract, everything. */
  clear: (contract?: string) => Promise<void>
  /** JSONL, one entry per line. */
  export: (contract?: string) => Promise<string>
  import: (lines: string) => Promise<ImportResult>
  /** Called after every change in this page or another; returns an unsubscribe function. */
  onChange: (listener: () => void) => () => void
  close: () => void
}

export interface HistoryOptions {
  /** Owner of the history. */
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

  // Serialized: an earlier state of a run must not overwrite its end, nor a pin set in the meantime.
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work, work)
    queue = done
    return done
  }

  // By contract: the last attachment that was not stored.
  const held = new Map<string, { readonly id: string; readonly attachment: object }>()
  // By ID and revision: where this tab continues an entry that another tab has changed.
  const copies = new Map<string, EntryRef>()

  async function store(entry: HistoryEntry): Promise<EntryRef> {
    const before = (await database.summaries()).find(each => each.id === entry.id)
    if (before === undefined || isContinued(before, writer, entry.revision)) {
      await write(entry, before)
      return { id: entry.id, createdAt: entry.createdAt }
    }
    const place = `${entry.id} ${entry.revision ?? ''}`
    const copy = copies.get(place) ?? { id: newId(), createdAt: Date.now() }
    copies.set(place, copy)
    return store({ ...entry, ...copy })
  }

  async function write(entry: HistoryEntry, before: HistorySummary | undefined): Promise<void> {
    const { attachment, ...stored } = toStoredEntry(entry)
    const kept = before ? { ...stored, name: before.name, pinned: before.pinned } : stored
    // Never twice the same: it identifies the revision.
    const updatedAt = Math.max(Date.now(), (before?.updatedAt ?? 0) + 1)
    const bare = {
      ...toSummary(kept, writer.id, updatedAt),
      ...(before?.attachmentBytes !== undefined && { attachmentBytes: before.attachmentBytes }),
    }
    if (entry.attachment && !attachment) holdAttachment(entry)
    const put = () =>
      attachment
        ? database.put(toSummary({ ...kept, attachment }, writer.id, updatedAt), kept, attachment)
        : database.put(bare, kept)
    await put()
      .catch(async (error: unknown) => {
        if (!isQuotaError(error)) throw error
        await dropAttachments(entry.id, 0)
        await database.remove(overflow(await summaries(), { entriesMax: 20, bytesMax: 5_000_000 }))
        await put()
      })
      .catch(async (error: unknown) => {
        if (!attachment || !isQuotaError(error)) throw error
        holdAttachment(entry)
        await database.put(bare, kept)
        // The caller announces that the browser is full.
        throw error
      })
    if (attachment && held.get(entry.contract)?.id === entry.id) held.delete(entry.contract)
    const leaving = overflow(await summaries(entry.contract)).filter(id => id !== entry.id)
    if (leaving.length > 0) await database.remove(leaving)
    if (attachment) await dropAttachments(entry.id, attachmentsBytesMax)
  }

  function holdAttachment({ id, contract, attachment }: HistoryEntry): void {
    if (attachment) held.set(contract, { id, attachment })
  }

  /** Removes the oldest attachments until the others fit; their entries stay. */
  async function dropAttachments(exceptId: string, bytesMax: number): Promise<void> {
    const all = (await summaries()).map(each => ({ ...each, sizeBytes: each.attachmentBytes ?? 0 }))
    const leaving = new Set(overflow(all, { entriesMax: all.length, bytesMax }))
    for (const { attachmentBytes, ...summary } of await summaries())
      if (attachmentBytes !== undefined && summary.id !== exceptId && leaving.has(summary.id))
        await database.removeAttachment(summary)
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

  async function getBare(id: string): Promise<HistoryEntry | null> {
    const [entry, all] = await Promise.all([database.entry(id), database.summaries()])
    const summary = all.find(each => each.id === id)
    if (entry === null || summary === undefined) return null
    const { name, pinned } = summary
    const revision = revisionOf(summary)
    return { ...markInterrupted({ ...entry, name, pinned }, summary, writer), revision }
  }

  async function get(id: string): Promise<HistoryEntry | null> {
    const entry = await getBare(id)
    if (entry === null) return null
    const last = held.get(entry.contract)
    const attachment = last?.id === id ? last.attachment : await database.attachment(id)
    return attachment === null ? entry : { ...entry, attachment }
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
      const saved = await inTurn(() => store(entry))
      changed()
      return saved
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
      const entries = await Promise.all((await summaries(contract)).map(each => getBare(each.id)))
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

interface HistoryLimits {
  readonly entriesMax: number
  readonly bytesMax: number
}

/** Per playground. */
const historyLimits: HistoryLimits = { entriesMax: 200, bytesMax: 50_000_000 }

/** Of all playgrounds together. */
const attachmentsBytesMax = 256_000_000

/** Ids to evict, oldest unpinned first; pinned entries count but are never evicted. */
export function overflow(
  summaries: readonly HistorySummary[],
  limits: HistoryLimits = historyLimits,
): readonly string[] {
  const leaving: string[] = []
  let entries = summaries.length
  let bytes = summaries.reduce((sum, summary) => sum + summary.sizeBytes, 0)
  const oldestFirst = summaries.filter(each => !each.pinned).toSorted((a, b) => a.createdAt - b.createdAt)
  for (const { id, sizeBytes } of oldestFirst) {
    if (entries <= limits.entriesMax && bytes <= limits.bytesMax) break
    leaving.push(id)
    entries -= 1
    bytes -= sizeBytes
  }
  return leaving
}

/** The page that writes: `tab` survives a reload, `id` does not. */
interface Writer {
  readonly id: string
  readonly tab: string
}

/** Whether a save continues the stored state, instead of replacing what another tab has written since. */
function isContinued(before: HistorySummary, { id, tab }: Writer, revision: string | undefined): boolean {
  if (before.writer === id) return true
  return revision === undefined ? before.writer.startsWith(`${tab}.`) : revisionOf(before) === revision
}

function revisionOf({ writer, updatedAt }: HistorySummary): string {
  return `${writer} ${updatedAt}`
}

function isQuotaError(error: unknown): error is DOMException {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

// A page with a run saves each second; without a save for this long it is considered gone.
const silenceMaxMs = 5000

/** State of the last run; interrupted if its page closed while it was running. */
export function stateOf(
  summary: HistorySummary,
  reader: Writer,
  now: number = Date.now(),
): Run['state'] | null {
  if (summary.state !== 'running' || summary.writer === reader.id) return summary.state
  const sameTab = summary.writer.startsWith(`${reader.tab}.`)
  return sameTab || now - summary.updatedAt > silenceMaxMs ? 'interrupted' : 'running'
}

function markInterrupted(entry: HistoryEntry, summary: HistorySummary, reader: Writer): HistoryEntry {
  if (stateOf(summary, reader) !== 'interrupted') return entry
  return { ...entry, runs: entry.runs.map(run => (run.state === 'running' ? toInterrupted(run) : run)) }
}

function toInterrupted(run: Run): Run {
  return { ...run, state: 'interrupted', failure: pageLeft }
}

interface ImportResult {
  readonly added: number
  /** Already in the history, or over its limit. */
  readonly skipped: number
  readonly problems: readonly ImportProblem[]
}

interface ImportProblem {
  /** Counts from 1. */
  readonly line: number
  readonly reason: string
}

/** One entry as a line of JSONL. */
export function toHistoryLine({ revision: _, ...entry }: HistoryEntry): string {
  return `${JSON.stringify({ version: 1, ...entry })}\n`
}

/** Parses exported lines; an invalid line is reported and does not stop the others. */
export function readHistoryLines(lines: string): {
  readonly entries: readonly HistoryEntry[]
  readonly problems: readonly ImportProblem[]
} {
  const entries: HistoryEntry[] = []
  const problems: ImportProblem[] = []
  for (const [index, line] of lines.split('\n').entries()) {
    if (line.trim() === '') continue
    const entry = readEntry(line)
    if (typeof entry === 'string') problems.push({ line: index + 1, reason: entry })
    else entries.push(entry)
  }
  return { entries, problems }
}

// Far deeper than a request or a conversation can be.
const depthMax = 200

function readEntry(line: string): HistoryEntry | string {
  if (isNestedDeeper(line, depthMax)) return 'nested too deeply'
  const value = readJsonRecord(line)
  if (value === null) return 'not a JSON object'
  const { id, contract, name, pinned, createdAt, draft, runs, view } = value
  if (typeof id !== 'string' || id === '' || typeof contract !== 'string') return 'ID or contract is missing'
  if (!isTime(createdAt)) return 'createdAt is not a timestamp'
  if (!isRecord(draft) || !isRecord(draft['body'])) return 'draft has no body'
  const read = Array.isArray(runs) ? runs.map(readRun) : [null]
  if (!read.every(run => run !== null)) return 'runs have an invalid format'
  const others = Array.isArray(draft['others']) ? draft['others'].filter(isRecord) : []
  const origin = readOrigin(draft['origin'])
  return {
    id,
    contract,
    name: typeof name === 'string' ? name : null,
    pinned: pinned === true,
    createdAt,
    draft: {
      contract,
      body: draft['body'],
      ...(others.length > 0 && { others }),
      ...(isRecord(draft['view']) && { view: draft['view'] }),
      ...(origin && { origin }),
    },
    runs: read,
    ...(view !== undefined && { view }),
  }
}

/**
 * A run from a file, checked field by field: a wrong type would crash the page that shows it.
 * @returns null when any field is invalid
 */
export function readRun(value: unknown): Run | null {
  if (!isRecord(value) || typeof value['id'] !== 'string' || !Array.isArray(value['events'])) return null
  const state = states.find(known => known === value['state'])
  const request = readRequest(value['request'])
  const response = value['response'] === null ? null : readResponse(value['response'])
  const timing = readTiming(value['timing'])
  const failure = isAbsent(value['failure']) ? null : readFailure(value['failure'])
  const events = value['events'].map(readEvent)
  if (state === undefined || request === null || response === undefined || timing === null) return null
  if (failure === undefined || !events.every(event => event !== null)) return null
  const usage = readUsage(value['usage'])
  return {
    id: value['id'],
    state,
    request,
    response,
    events,
    timing,
    failure,
    ...(value['cut'] === true && { cut: true }),
    ...(usage && { usage }),
  }
}

const states: readonly Run['state'][] = ['running', 'done', 'stopped', 'failed', 'interrupted']

function readRequest(value: unknown): SentRequest | null {
  if (!isRecord(value)) return null
  const { path, body } = value
  // The HTTP tab and snippets print it: an API path only, nothing a shell would interpret.
  if (typeof path !== 'string' || !/^\/[\w/.-]{1,200}$/.test(path) || typeof body !== 'string') return null
  return { method: 'POST', path, body }
}

function readResponse(value: unknown): ReceivedResponse | undefined {
  if (!isRecord(value) || !isRecord(value['headers'])) return undefined
  const { status, body } = value
  if (typeof status !== 'number' || !(body === null || typeof body === 'string')) return undefined
  const headers = Object.entries(value['headers']).filter(isText)
  return { status, headers: Object.fromEntries(headers), body }
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string'
}

function readEvent(value: unknown): HttpEvent | null {
  if (!isRecord(value) || typeof value['data'] !== 'string') return null
  const { number, atMs, bytes, data } = value
  if (typeof number !== 'number' || typeof atMs !== 'number' || typeof bytes !== 'number') return null
  return { number, atMs, bytes, kind: value['kind'] === 'comment' ? 'comment' : 'data', data }
}

function readTiming(value: unknown): RunTiming | null {
  if (!isRecord(value) || !isTime(value['startedAt'])) return null
  return {
    startedAt: value['startedAt'],
    firstMs: toNumber(value['firstMs']),
    totalMs: toNumber(value['totalMs']),
  }
}

function readFailure(value: unknown): RunFailure | undefined {
  if (!isRecord(value)) return undefined
  const { kind, status, code, message, raw, param, retryAfterMs } = value
  if (kind === 'offline' || kind === 'signed-out') return { kind }
  if (typeof message !== 'string') return undefined
  if (kind === 'unreachable') return { kind, message }
  if (typeof code !== 'string' || typeof raw !== 'string') return undefined
  if (kind === 'interrupted') return { kind, code, message, raw }
  if (kind !== 'api' || typeof status !== 'number') return undefined
  const place = typeof param === 'string' ? param : null
  return { kind, status, code, message, param: place, retryAfterMs: toNumber(retryAfterMs), raw }
}

function readUsage(value: unknown): RunUsage | null {
  if (!isRecord(value)) return null
  return {
    promptTokens: toNumber(value['promptTokens']),
    completionTokens: toNumber(value['completionTokens']),
    cachedTokens: toNumber(value['cachedTokens']),
    searchUnits: toNumber(value['searchUnits']),
    costUsd: toNumber(value['costUsd']),
  }
}

/** Unix milliseconds that a date can show: formatting any other number throws. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined
}
