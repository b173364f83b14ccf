import type { Draft } from '#components/playground/form/model/draft.ts'
import { cutRuns } from '#components/playground/run/model/cut-runs.ts'
import { toObject } from '#lib/client/json-value.ts'
import type { Run } from '#lib/client/run.ts'
import { withoutSecrets } from '#lib/without-secrets.ts'

/** One line of history: what was asked, and every answer to it. */
export interface HistoryEntry {
  readonly id: string
  /** Id of the contract, which is its playground. */
  readonly contract: string
  /** Given by the user; null: shown by its title. */
  readonly name: string | null
  readonly pinned: boolean
  /** Unix milliseconds. */
  readonly createdAt: number
  readonly draft: Draft
  readonly runs: readonly Run[]
  /** What only the playground itself reads, such as the tree of a conversation. */
  readonly view?: unknown
}

/** What a list shows of an entry, kept apart so that a list never reads answers. */
export interface HistorySummary {
  readonly id: string
  readonly contract: string
  readonly name: string | null
  readonly pinned: boolean
  readonly createdAt: number
  readonly updatedAt: number
  /** First words of the request. */
  readonly title: string
  /** State of the last run; null without one. */
  readonly state: Run['state'] | null
  /** Of its runs, to find the entry that another playground's request came from; absent in older entries. */
  readonly runIds?: readonly string[]
  /** Of its runs, as the API names them, to find what a row of the request log was; absent in older entries. */
  readonly requestIds?: readonly string[]
  /** About what it takes as JSON. */
  readonly sizeBytes: number
  /** Lower case; what a search looks at. */
  readonly haystack: string
  /** The page that wrote it last, to tell a run that goes on from one whose page is gone. */
  readonly writer: string
}

/** The entry as history keeps it: no secrets, and of an answer at most 1 MB. */
export function toStoredEntry(entry: HistoryEntry): HistoryEntry {
  return withoutSecrets({ ...entry, runs: cutRuns(entry.runs) }).value
}

export function toSummary(entry: HistoryEntry, writer: string, updatedAt: number): HistorySummary {
  const { id, contract, name, pinned, createdAt, draft, runs } = entry
  return {
    id,
    contract,
    name,
    pinned,
    createdAt,
    updatedAt,
    title: toTitle(draft),
    state: runs.at(-1)?.state ?? null,
    runIds: runs.map(run => run.id),
    requestIds: runs.flatMap(run => run.response?.headers['x-request-id'] ?? []),
    sizeBytes: sizeOf(entry),
    haystack: firstText(draft.body, haystackLengthMax).toLowerCase(),
    writer,
  }
}

const haystackLengthMax = 4000

// Counted, not serialised: a run saves each second, and an image has megabytes.
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 5
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + sizeOf(item), 2)
  return Object.entries(value).reduce((sum, [key, field]) => sum + key.length + 4 + sizeOf(field), 2)
}

/** First words of a request. */
export function toTitle(draft: Draft): string {
  const { messages, query, url, input, params, file, search, limit } = draft.body
  const { url: page, query: question } = toObject(params)
  // One request reads one page; those beside it read the others.
  if (typeof page === 'string' && draft.others)
    return `${page.slice(0, titleLengthMax)} · ${draft.others.length + 1} pages`
  // Maps of one site differ by what they looked for.
  if (typeof url === 'string') {
    const bounds = [
      typeof search === 'string' && search !== '' && `“${search}”`,
      typeof limit === 'number' && `limit ${limit}`,
    ]
    return [url, ...bounds].filter(Boolean).join(' · ').slice(0, titleLengthMax)
  }
  const name = toObject(file)['name']
  if (typeof name === 'string' && draft.others)
    return `${name.slice(0, titleLengthMax)} · ${draft.others.length + 1} files`
  const asked = Array.isArray(messages)
    ? messages.findLast(isFromUser)
    : (query ?? url ?? page ?? question ?? input ?? file)
  for (const text of textsOf(asked)) {
    if (text.trim() === '' || text === 'user' || text === 'text') continue
    const words = text.trim().slice(0, titleLengthMax).replace(/\s+/g, ' ')
    return Array.isArray(asked) && asked.length > 1 ? `${words} · ${asked.length} texts` : words
  }
  return draft.contract
}

const titleLengthMax = 120

function isFromUser(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'role' in message && message.role === 'user'
}

/** The beginning of all text within a value. */
function firstText(value: unknown, lengthMax: number): string {
  let found = ''
  for (const text of textsOf(value)) {
    found += `${text.slice(0, lengthMax)}\n`
    if (found.length >= lengthMax) break
  }
  return found.slice(0, lengthMax)
}

/** Every string within a value but inline files, in document order: one at a time, since a batch holds thousands. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string' && !value.startsWith('data:')) yield value
  if (typeof value !== 'object' || value === null) return
  for (const part of Object.values(value)) yield* textsOf(part)
}
