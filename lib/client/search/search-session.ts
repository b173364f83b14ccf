import { createKeptSession, type KeptSession, type KeptSessionOptions } from '#lib/client/kept-session.ts'
import { readKeptDraft } from './read-kept-draft.ts'
import { openSearchEntry, toSearchEntry } from './search-entry.ts'
import { applyDraft, emptySearch, type SearchState, toSearchDraft } from './search-state.ts'
import type { SearchTurn } from './search-turn.ts'
import { toStopped } from '#lib/client/to-stopped.ts'

/** Keeps a conversation of searches across reloads, and in the history once it ran. */
export function createSearchSession(options: KeptSessionOptions<SearchState>): KeptSession {
  return createKeptSession(options, {
    storageKey: 'sextant-search',
    toKept: state => ({ whole: { draft: toSearchDraft(state) }, least: {} }),
    fromKept(state, kept) {
      const draft = readKeptDraft(kept['draft'])
      return { state: draft === null ? state : applyDraft(state, draft), draftIsHere: draft !== null }
    },
    toEntry: toSearchEntry,
    fromEntry: openSearchEntry,
    withRuns({ body, second, origin }, stored, draftIsHere) {
      const opened = openSearchEntry(stored)
      return draftIsHere ? { ...opened, body, second, origin } : opened
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
    fromSent: draft => applyDraft(emptySearch(), draft),
    startOver: () => emptySearch(),
  })
}

function isOtherState(before: SearchTurn | null, now: SearchTurn | null): boolean {
  return before?.run.id !== now?.run.id || before?.run.state !== now?.run.state
}

function stopTurn(turn: SearchTurn | null): SearchTurn | null {
  return turn && { ...turn, run: toStopped(turn.run) }
}
