import { toObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { HandoffOrigin } from '#components/playground/handoff/model/handoff.ts'
import type { Run } from '#lib/client/run.ts'
import { type FoundMap, nothingFound } from './found-map.ts'
import { initialView, type MapView } from './map-view.ts'
import { noSelection, type Selection } from './selection.ts'

/** State of the map playground of one page. */
export interface MapState {
  /** The request: the fields the user set, plus the page's own defaults. */
  readonly body: Draft['body']
  /** The last run; null before the first. */
  readonly run: Run | null
  /** The result of the run so far. */
  readonly found: FoundMap
  readonly view: MapView
  readonly selection: Selection
  /** The history entry of the run; null before the first. */
  readonly entry: { readonly id: string; readonly createdAt: number } | null
  /** The run is from the history: displayed, but not announced. */
  readonly restored: boolean
  /** Origin of the request when another playground sent it. */
  readonly origin: HandoffOrigin | null
}

/** The page's own defaults, until the user unsets them: streamed links with details. */
export const pageBody = { stream: true, details: true } as const

export function emptyMap(body: Draft['body'] = pageBody): MapState {
  return {
    body,
    run: null,
    found: nothingFound(),
    view: initialView,
    selection: noSelection,
    entry: null,
    restored: false,
    origin: null,
  }
}

/** The request in the playground's shared draft format. */
export function toMapDraft({ body, origin }: Pick<MapState, 'body' | 'origin'>): Draft {
  return { contract: 'map', body, ...(origin !== null && { origin }) }
}

/** The sent request as a draft: the editor may have changed by now. */
export function toSentDraft(state: MapState): Draft {
  if (state.run === null) return toMapDraft(state)
  return toMapDraft({ ...state, body: toObject(readJson(state.run.request.body)) })
}

/** Applies a draft that was edited, or opened from a link, an example or the history. */
export function applyDraft(state: MapState, { body, origin }: Draft): MapState {
  return { ...state, body, origin: origin ?? null }
}
