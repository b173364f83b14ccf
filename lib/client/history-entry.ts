import type { Draft } from './draft.ts'
import type { Run } from './run.ts'
import { withoutSecrets } from './without-secrets.ts'

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
  /** About what it takes as JSON. */
  readonly sizeBytes: number
  /** Lower case; what a search looks at. */
  readonly haystack: string
  /** The page that wrote it last, to tell a run that goes on from one whose page is gone. */
  readonly writer: string
}

export const answerBytesMax = 1_000_000

/** The entry as history keeps it: no secrets, and of an answer at most 1 MB. */
export function toStoredEntry(entry: HistoryEntry): HistoryEntry {
  return withoutSecrets({ ...entry, runs: entry.runs.map(cutRun) }).value
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
    sizeBytes: sizeOf(entry),
    haystack: textsOf(draft.body).join('\n').slice(0, 4000).toLowerCase(),
    writer,
  }
}

// Counted, not serialised: a run saves each second, and an image has megabytes.
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 5
  return Object.entries(value).reduce((sum, [key, field]) => sum + key.length + 4 + sizeOf(field), 2)
}

function cutRun(run: Run): Run {
  if (run.response?.body && run.response.body.length > answerBytesMax) {
    return { ...run, response: { ...run.response, body: null }, cut: true }
  }
  let bytes = 0
  const kept = run.events.findIndex(event => (bytes += event.bytes) > answerBytesMax)
  return kept === -1 ? run : { ...run, events: run.events.slice(0, kept), cut: true }
}

function toTitle(draft: Draft): string {
  const { messages, query, url, input } = draft.body
  const asked = Array.isArray(messages) ? messages.findLast(isFromUser) : (query ?? url ?? input)
  const title = textsOf(asked).find(text => text.trim() !== '' && text !== 'user' && text !== 'text')
  return title?.trim().replace(/\s+/g, ' ').slice(0, 120) ?? draft.contract
}

function isFromUser(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'role' in message && message.role === 'user'
}

/** Every string within a value but inline files, in document order. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('data:') ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
