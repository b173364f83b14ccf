import { toList, toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { ParcelOrigin } from '#components/playground/handoff/model/parcel.ts'
import type { Run } from '#lib/client/run.ts'
import { initialView, readBoardView, writeBoardView, type BoardView } from './board-view.ts'
import { noTruth, type Truth } from './truth.ts'

/** Models that can be asked beside the first one. */
export const rivalsMax = 2

/** The rerank playground of one page. */
export interface BoardState {
  /** The request to the first model: only what the user set. */
  readonly body: Draft['body']
  /** Models that get the same request; null: none is chosen yet. */
  readonly rivals: readonly (string | null)[]
  readonly view: BoardView
  readonly truth: Truth
  /** Of the last press of Run: one for each model, in their order. */
  readonly runs: readonly Run[]
  /** Those of the press before, shown until the new ones have answered. */
  readonly before: readonly Run[]
  /** The line of history that the runs belong to; null before the first. */
  readonly entry: { readonly id: string; readonly createdAt: number } | null
  /** The runs are from the history: they are shown, and nothing is said of them. */
  readonly restored: boolean
  /** Where the request came from, when another playground sent it. */
  readonly origin: ParcelOrigin | null
}

export const emptyBoard: BoardState = {
  body: {},
  rivals: [],
  view: initialView,
  truth: noTruth,
  runs: [],
  before: [],
  entry: null,
  restored: false,
  origin: null,
}

/** The request as every part of the bench knows it. */
export function toBoardDraft({
  body,
  rivals,
  view,
  truth,
  origin,
}: Pick<BoardState, 'body' | 'rivals' | 'view' | 'truth' | 'origin'>): Draft {
  const kept = writeBoardView(view, truth)
  return {
    contract: 'rerank',
    body,
    ...(rivals.length > 0 && { others: rivals.map(model => ({ ...body, model })) }),
    ...(kept !== null && { view: kept }),
    ...(origin !== null && { origin }),
  }
}

/** What was sent, as a draft: the editor may hold something else by now. */
export function toSentDraft(board: BoardState): Draft {
  const bodies = board.runs.map(run => toObject(readJson(run.request.body)))
  const [body = board.body, ...others] = bodies
  return toBoardDraft({ ...board, body, rivals: others.map(other => toText(other['model'])) })
}

/** Takes over a draft that was edited, or came with a link, an example or the history. */
export function applyDraft(board: BoardState, draft: Draft): BoardState {
  const brought = draft.view === undefined ? {} : readBoardView(draft.view)
  const others = draft.others === undefined ? {} : { rivals: readRivals(draft.others) }
  return { ...board, ...brought, ...others, body: draft.body, origin: draft.origin ?? null }
}

/** Opens a draft in the place of what was there. */
export function openDraft(draft: Draft): BoardState {
  return applyDraft(emptyBoard, draft)
}

function readRivals(others: readonly Draft['body'][]): BoardState['rivals'] {
  return toList(others)
    .slice(0, rivalsMax)
    .map(other => toText(toObject(other)['model']))
}
