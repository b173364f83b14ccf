import { toNumber, toText } from '#lib/client/json-value.ts'
import { createKeptSession, type KeptSession, type KeptSessionOptions } from '#lib/client/kept-session.ts'
import { toStopped } from '#lib/client/to-stopped.ts'
import { readKeptDraft } from './read-kept-draft.ts'
import { openEntry, toEntry } from './scrape-entry.ts'
import { isGoing, type ScrapeRow } from './scrape-row.ts'
import { applyDraft, emptyScrape, toScrapeDraft, type ScrapeState } from './scrape-state.ts'

/** Keeps the pages of a tab across reloads, and in the history once they were read. */
export function createScrapeSession(options: KeptSessionOptions<ScrapeState>): KeptSession {
  return createKeptSession(options, {
    storageKey: 'sextant-scrape',
    toKept(state) {
      const { chosen, text } = state
      return { whole: { chosen, text, draft: toScrapeDraft(state) }, least: { chosen } }
    },
    fromKept(state, kept) {
      const draft = readKeptDraft(kept['draft'])
      const filled = draft === null ? state : applyDraft(state, draft)
      const text = toText(kept['text']) ?? filled.text
      return {
        state: { ...filled, text, chosen: toNumber(kept['chosen']) ?? 0 },
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
    // Between start and end a page of many that ended would write all the others again.
    isUrgent: (saved, { entry, rows }) =>
      entry !== saved?.entry || (rows !== saved.rows && !rows.some(isGoing)),
    toStopped: state => (state.rows.some(isGoing) ? { ...state, rows: state.rows.map(endRow) } : state),
    fromSent: draft => applyDraft(emptyScrape, draft),
    startOver: () => emptyScrape,
  })
}

function endRow(row: ScrapeRow): ScrapeRow {
  return { ...row, run: row.run && toStopped(row.run), whole: row.whole && toStopped(row.whole) }
}
