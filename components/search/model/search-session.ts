import {
  createPersistedSession,
  type PersistedSession,
  type PersistedSessionOptions,
} from '#components/playground/layout/model/persisted-session.ts'
import { applyDraft, emptySearch, type SearchState, toSearchDraft } from './search-state.ts'
import { type SearchTurn, sentBody, toTurn } from './search-turn.ts'
import { toStopped } from '#components/playground/run/model/to-stopped.ts'
import { persistDraft } from '#components/playground/layout/model/persisted-draft.ts'
import { toNumber, toText } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import { settingOf } from './second-setting.ts'

/** Persists a conversation of searches across reloads, and in the history after its first run. */
export function createSearchSession(options: PersistedSessionOptions<SearchState>): PersistedSession {
  const drafts = persistDraft({ contract: 'search', toDraft: toSearchDraft, applyDraft })
  return createPersistedSession(options, {
    storageKey: 'sextant-search',
    toPersisted(state) {
      const { whole, minimal } = drafts.toPersisted(state)
      return { whole: { ...whole, next: state.next }, minimal }
    },
    fromPersisted(state, stored) {
      const opened = drafts.fromPersisted(state, stored)
      return { ...opened, state: { ...opened.state, next: toText(stored['next']) ?? '' } }
    },
    toEntry: toSearchEntry,
    fromEntry: openSearchEntry,
    withRuns({ body, second, origin, next }, stored, draftIsHere) {
      const opened = openSearchEntry(stored)
      return draftIsHere ? { ...opened, body, second, origin, next } : opened
    },
    hasRuns: ({ turn }) => turn !== null,
    isSameEntry: (before, now) =>
      before.entry === now.entry && before.turn === now.turn && before.other === now.other,
    isUrgent: (saved, { turn, other }) =>
      isOtherState(saved?.turn ?? null, turn) || isOtherState(saved?.other ?? null, other),
    toStopped(state) {
      if (![state.turn, state.other].some(turn => turn?.run.state === 'running')) return state
      return { ...state, turn: stopTurn(state.turn), other: stopTurn(state.other) }
    },
    fromHandoff: draft => applyDraft(emptySearch(), draft),
    startOver: () => emptySearch(),
  })
}

function isOtherState(before: SearchTurn | null, now: SearchTurn | null): boolean {
  return before?.run.id !== now?.run.id || before?.run.state !== now?.run.state
}

function stopTurn(turn: SearchTurn | null): SearchTurn | null {
  return turn && { ...turn, run: toStopped(turn.run) }
}

/** A conversation of searches as a history entry: the first of its runs are the earlier turns. */
export function toSearchEntry(state: SearchState, entry: NonNullable<SearchState['entry']>): HistoryEntry {
  const { turn, other, former } = state
  const runs = [...former, ...(turn ? [turn] : []), ...(other ? [other] : [])].map(({ run }) => run)
  // The question that was sent, not the current text of the editor.
  const asked = {
    body: turn === null ? state.body : sentBody(turn.run),
    second: other === null ? null : settingOf(sentBody(other.run)),
    origin: state.origin,
  }
  return {
    ...entry,
    contract: 'search',
    name: null,
    pinned: false,
    draft: toSearchDraft(asked),
    runs,
    view: { former: former.length },
  }
}

export function openSearchEntry({ id, createdAt, draft, runs, view }: HistoryEntry): SearchState {
  const count = Math.min((isRecord(view) ? toNumber(view['former']) : null) ?? 0, runs.length)
  const [run, other] = runs.slice(count)
  return {
    ...applyDraft(emptySearch(), draft),
    entry: { id, createdAt },
    former: runs.slice(0, count).map(toTurn),
    turn: run === undefined ? null : toTurn(run),
    other: other === undefined ? null : toTurn(other),
    restored: true,
  }
}
