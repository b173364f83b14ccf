import { toNumber, toText } from '#lib/client/json-value.ts'
import {
  createPersistedSession,
  type PersistedSession,
  type PersistedSessionOptions,
} from '#components/playground/layout/model/persisted-session.ts'
import { toStopped } from '#components/playground/run/model/to-stopped.ts'
import { isGoing, type ScrapeRow } from './scrape-row.ts'
import { applyDraft, emptyScrape, toScrapeDraft, type ScrapeState, bodyFor, runsOf } from './scrape-state.ts'
import { toBody } from '#components/playground/form/model/draft.ts'
import { readSavedDraft } from '#components/playground/layout/model/persisted-draft.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import { sentAddress } from '#components/playground/http/model/sent-address.ts'

/** Persists the pages of a tab across reloads, and in the history after they were read. */
export function createScrapeSession(options: PersistedSessionOptions<ScrapeState>): PersistedSession {
  return createPersistedSession(options, {
    storageKey: 'sextant-scrape',
    toPersisted(state) {
      const { chosen, text } = state
      return { whole: { chosen, text, draft: toScrapeDraft(state) }, minimal: { chosen } }
    },
    fromPersisted(state, stored) {
      const draft = readSavedDraft('scrape', stored['draft'])
      const filled = draft === null ? state : applyDraft(state, draft)
      const text = toText(stored['text']) ?? filled.text
      return {
        state: { ...filled, text, chosen: toNumber(stored['chosen']) ?? 0 },
        draftIsHere: draft !== null,
      }
    },
    toEntry,
    fromEntry: openEntry,
    withRuns(state, stored) {
      const opened = openEntry(stored)
      const { rows } = opened
      const chosen = state.chosen < rows.length ? state.chosen : 0
      return { ...(state.addresses.length > 0 ? state : opened), rows, chosen, restored: true }
    },
    hasRuns: ({ rows }) => rows.length > 0,
    isSameEntry: (before, now) => before.entry === now.entry && before.rows === now.rows,
    // Saving after each page of many would rewrite all the others.
    isUrgent: (saved, { entry, rows }) =>
      entry !== saved?.entry || (rows !== saved.rows && !rows.some(isGoing)),
    toStopped: state => (state.rows.some(isGoing) ? { ...state, rows: state.rows.map(endRow) } : state),
    fromHandoff: draft => applyDraft(emptyScrape, draft),
    startOver: () => emptyScrape,
  })
}

function endRow(row: ScrapeRow): ScrapeRow {
  return { ...row, run: row.run && toStopped(row.run), whole: row.whole && toStopped(row.whole) }
}

/** The history entry of a batch: with the URLs of that time, since the editor may have changed. */
export function toEntry(state: ScrapeState, entry: NonNullable<ScrapeState['entry']>): HistoryEntry {
  const { rows, origin } = state
  const [first] = rows
  const sent = readJson(first?.body ?? '')
  const body = isRecord(sent) ? sent : state.body
  // A request without a URL keeps its row, without a URL.
  const addresses = rows.map(({ address }) => address).filter(address => address !== '')
  const asked = applyDraft(emptyScrape, { contract: 'scrape', body })
  return {
    ...entry,
    contract: 'scrape',
    name: null,
    pinned: false,
    draft: toScrapeDraft({ body: asked.body, addresses, origin }),
    runs: runsOf(state),
  }
}

/** Opens a history entry: its URLs in the editor, and the result of each. */
export function openEntry({ id, createdAt, draft, runs }: HistoryEntry): ScrapeState {
  const state = applyDraft(emptyScrape, draft)
  const runsAt = Map.groupBy(runs, run => sentAddress(run) ?? '')
  const addresses = state.addresses.length > 0 ? state.addresses : ['']
  const rows = addresses.map(address => {
    // In the order of writing: the page, then the whole page.
    const [run = null, whole = null] = runsAt.get(address) ?? []
    const body = toBody({ body: bodyFor(state.body, address === '' ? undefined : address) })
    // A request that never started must not start on its own now.
    return { address, body: run?.request.body || body, run, whole, cancelled: run === null }
  })
  return { ...state, rows, entry: { id, createdAt }, restored: true }
}
