import { cutRuns } from '#lib/client/cut-runs.ts'
import type { HistoryEntry } from '#lib/client/history-entry.ts'
import { isObject } from '#lib/client/json-value.ts'
import { type FoundMap, nothingFound } from './found-map.ts'
import { readKeptMap, writeKeptMap } from './kept-map.ts'
import { createMapReader } from './map-reader.ts'
import { applyDraft, emptyMap, type MapState, toSentDraft } from './map-state.ts'

/** A map as a line of history. What the history would cut off the run goes beside it. */
export function toMapEntry(state: MapState, entry: NonNullable<MapState['entry']>): HistoryEntry {
  const runs = state.run === null ? [] : [state.run]
  const cut = cutRuns(runs).some(run => run.cut === true)
  return {
    ...entry,
    contract: 'map',
    name: null,
    pinned: false,
    draft: toSentDraft(state),
    runs,
    ...(cut && { view: { found: writeKeptMap(state.found) } }),
  }
}

/** What a line of history found: to show it again, or to compare with it. */
export function readMapEntry({ runs, view }: Pick<HistoryEntry, 'runs' | 'view'>): FoundMap {
  const kept = isObject(view) ? readKeptMap(view['found']) : null
  const run = runs.at(-1)
  return kept ?? (run === undefined ? nothingFound() : createMapReader().read(run))
}

export function openMapEntry(stored: HistoryEntry): MapState {
  const { id, createdAt, draft, runs } = stored
  return {
    ...applyDraft(emptyMap(), draft),
    entry: { id, createdAt },
    run: runs.at(-1) ?? null,
    found: readMapEntry(stored),
    restored: true,
  }
}
