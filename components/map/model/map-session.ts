import {
  createPersistedSession,
  type PersistedSession,
  type PersistedSessionOptions,
} from '#components/playground/layout/model/persisted-session.ts'
import { toStopped } from '#components/playground/run/model/to-stopped.ts'
import { openMapEntry, toMapEntry } from './map-entry.ts'
import { applyDraft, emptyMap, type MapState, toMapDraft } from './map-state.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { isObject } from '#lib/client/json-value.ts'
import { readOrigin } from '#components/playground/handoff/model/handoff-origin.ts'

/** Persists a map across reloads, and in the history after its first run. */
export function createMapSession(options: PersistedSessionOptions<MapState>): PersistedSession {
  return createPersistedSession(options, {
    storageKey: 'sextant-map',
    toPersisted: state => ({ whole: { draft: toMapDraft(state) }, least: {} }),
    fromPersisted(state, kept) {
      const draft = readSavedDraft(kept['draft'])
      return { state: draft === null ? state : applyDraft(state, draft), draftIsHere: draft !== null }
    },
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
    fromSent: draft => applyDraft(emptyMap(), draft),
    startOver: () => emptyMap(),
  })
}

/** Parses a draft from JSON; null when invalid. */
function readSavedDraft(value: unknown): Draft | null {
  if (!isObject(value) || !isObject(value['body'])) return null
  const origin = readOrigin(value['origin'])
  return { contract: 'map', body: value['body'], ...(origin !== null && { origin }) }
}
