import {
  createPersistedSession,
  type PersistedSession,
  type PersistedSessionOptions,
} from '#components/playground/layout/model/persisted-session.ts'
import { toStopped } from '#components/playground/run/model/to-stopped.ts'
import { openMapEntry, toMapEntry } from './map-entry.ts'
import { applyDraft, emptyMap, type MapState, toMapDraft } from './map-state.ts'
import { persistDraft } from '#components/playground/layout/model/persisted-draft.ts'

/** Persists a map across reloads, and in the history after its first run. */
export function createMapSession(options: PersistedSessionOptions<MapState>): PersistedSession {
  return createPersistedSession(options, {
    storageKey: 'sextant-map',
    ...persistDraft({ contract: 'map', toDraft: toMapDraft, applyDraft }),
    toEntry: toMapEntry,
    fromEntry: openMapEntry,
    withRuns({ body, origin }, stored, draftIsHere) {
      const opened = openMapEntry(stored)
      return draftIsHere ? { ...opened, body, origin } : opened
    },
    hasRuns: ({ run }) => run !== null,
    isSameEntry: (before, now) => before.entry === now.entry && before.run === now.run,
    isUrgent: (saved, { run }) => run?.id !== saved?.run?.id || run?.state !== saved?.run?.state,
    toStopped: state => (state.run?.state === 'running' ? { ...state, run: toStopped(state.run) } : state),
    fromHandoff: draft => applyDraft(emptyMap(), draft),
    startOver: () => emptyMap(),
  })
}
