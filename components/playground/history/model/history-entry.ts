import type { Draft } from '#components/playground/form/model/draft.ts'
import { cutRuns } from '#components/playground/run/model/cut-runs.ts'
import { toObject } from '#lib/client/json-value.ts'
import type { Run } from '#lib/client/run.ts'
import { withoutSecrets } from '#lib/without-secrets.ts'
import { attachmentBytesMax, sizeOf } from './attachment-size.ts'

/** One history entry: a request and all its runs. */
export interface HistoryEntry {
  readonly id: string
  /** Id of the contract, and so of its playground. */
  readonly contract: string
  /** Set by the user; null: the title is shown. */
  readonly name: string | null
  readonly pinned: boolean
  /** Unix milliseconds. */
  readonly createdAt: number
  readonly draft: Draft
  readonly runs: readonly Run[]
  /** State of the playground itself, such as the tree of a conversation. */
  readonly view?: unknown
  /** Large or binary state, such as vectors. It is stored next to the entry up to a limit, and never exported. */
  readonly attachment?: object
  /** The stored state that this one was read from or continues; absent: the last one of this tab. Never stored. */
  readonly revision?: string
}

/** The list data of an entry, stored separately so that a list never reads responses. */
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
  /** Run ids, to find the entry behind a handoff; absent in older entries. */
  readonly runIds?: readonly string[]
  /** Request ids of the runs, to find the entry of a request-log row; absent in older entries. */
  readonly requestIds?: readonly string[]
  /** Approximate size as JSON. */
  readonly sizeBytes: number
  /** Approximate size of the stored attachment; absent without one. */
  readonly attachmentBytes?: number
  /** Lower case, for search. */
  readonly haystack: string
  /** The page that last wrote it, to detect a run whose page is gone. */
  readonly writer: string
}

/** The entry as stored: no secrets, at most 1 MB per response, and no attachment over its limit. */
export function toStoredEntry({ attachment, revision: _, ...entry }: HistoryEntry): HistoryEntry {
  const fits = attachment !== undefined && sizeOf(attachment) <= attachmentBytesMax
  return withoutSecrets({ ...entry, runs: cutRuns(entry.runs), ...(fits && { attachment }) }).value
}

export function toSummary(entry: HistoryEntry, writer: string, updatedAt: number): HistorySummary {
  const { attachment, ...rest } = entry
  const { id, contract, name, pinned, createdAt, draft, runs } = rest
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
    sizeBytes: sizeOf(rest),
    ...(attachment && { attachmentBytes: sizeOf(attachment) }),
    haystack: firstText(draft.body, haystackLengthMax).toLowerCase(),
    writer,
  }
}

const haystackLengthMax = 4000

/** First words of a request. */
export function toTitle(draft: Draft): string {
  const { messages, query, url, input, params, file, search, limit } = draft.body
  const { url: page, query: question } = toObject(params)
  // Each request reads one page; the other pages are separate requests.
  if (typeof page === 'string' && draft.others)
    return `${page.slice(0, titleLengthMax)} · ${draft.others.length + 1} pages`
  // Maps of one site differ by their search.
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

/**
 * Every string within a value except inline files, in document order, as an iterator because a batch has
 * thousands.
 */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string' && !value.startsWith('data:')) yield value
  if (typeof value !== 'object' || value === null) return
  for (const part of Object.values(value)) yield* textsOf(part)
}
