import { toObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { ParcelOrigin } from '#components/playground/handoff/model/parcel.ts'
import type { Run } from '#lib/client/run.ts'
import { type FoundMap, nothingFound } from './found-map.ts'
import { initialView, type MapView } from './map-view.ts'
import { noSelection, type Selection } from './selection.ts'

/** The map playground of one page. */
export interface MapState {
  /** The request: only what the user set, and what the page asks for to show more. */
  readonly body: Draft['body']
  /** The last one; null before the first. */
  readonly run: Run | null
  /** What the run has found so far. */
  readonly found: FoundMap
  readonly view: MapView
  readonly selection: Selection
  /** The line of history that the run belongs to; null before the first. */
  readonly entry: { readonly id: string; readonly createdAt: number } | null
  /** The run is from the history: it is shown, and nothing is said of it. */
  readonly restored: boolean
  /** Where the request came from, when another playground sent it. */
  readonly origin: ParcelOrigin | null
}

/** What the page asks for by itself, until the user unsets it: links while they are found, and what is known of each. */
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

/** The request as every part of the bench knows it. */
export function toMapDraft({ body, origin }: Pick<MapState, 'body' | 'origin'>): Draft {
  return { contract: 'map', body, ...(origin !== null && { origin }) }
}

/** What was sent, as a draft: the editor may hold something else by now. */
export function toSentDraft(state: MapState): Draft {
  if (state.run === null) return toMapDraft(state)
  return toMapDraft({ ...state, body: toObject(readJson(state.run.request.body)) })
}

/** Takes over a draft that was edited, or came with a link, an example or the history. */
export function applyDraft(state: MapState, { body, origin }: Draft): MapState {
  return { ...state, body, origin: origin ?? null }
}
