import { toObject, isObject } from '#lib/client/json-value.ts'
import {
  createPersistedSession,
  type PersistedSession,
  type PersistedSessionOptions,
} from '#components/playground/layout/model/kept-session.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import type { Run } from '#lib/client/run.ts'
import { toStopped } from '#components/playground/run/model/to-stopped.ts'
import {
  applyDraft,
  emptyBoard,
  openDraft,
  rivalsMax,
  toBoardDraft,
  toSentDraft,
  type BoardState,
} from './board-state.ts'
import { writeBoardView } from './board-view.ts'
import { readTexts } from './documents/read-documents.ts'
import { truthAbout } from './truth.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { readOrigin } from '#components/playground/handoff/model/parcel-origin.ts'

/** Persists a comparison across reloads, and in the history after its first run. */
export function createBoardSession(options: PersistedSessionOptions<BoardState>): PersistedSession {
  return createPersistedSession(options, {
    storageKey: 'sextant-rerank',
    toPersisted: board => ({ whole: { draft: toBoardDraft(board) }, least: {} }),
    fromPersisted(board, kept) {
      const draft = readSavedDraft(kept['draft'])
      return { state: draft === null ? board : applyDraft(board, draft), draftIsHere: draft !== null }
    },
    toEntry,
    fromEntry,
    withRuns(board, stored, draftIsHere) {
      const opened = draftIsHere || 'documents' in board.body ? board : fromEntry(stored)
      return { ...opened, runs: stored.runs, before: [], restored: true }
    },
    hasRuns: ({ runs }) => runs.length > 0,
    isSameEntry,
    isUrgent: (saved, { runs }) => runs !== saved?.runs,
    toStopped: board => (board.runs.some(isRunning) ? { ...board, runs: board.runs.map(toStopped) } : board),
    fromSent: (draft, { rivals }) => ({ ...openDraft(draft), rivals }),
    fromModels: ([model, ...rivals]) => ({
      ...emptyBoard,
      body: { model },
      rivals: rivals.slice(0, rivalsMax),
    }),
    startOver: ({ body }) => ({ ...emptyBoard, body: 'model' in body ? { model: body['model'] } : {} }),
  })
}

function isRunning(run: Run): boolean {
  return run.state === 'running'
}

function fromEntry({ id, createdAt, draft, runs, view }: HistoryEntry): BoardState {
  const opened = applyDraft(emptyBoard, view === undefined ? draft : { ...draft, view: toObject(view) })
  return { ...opened, entry: { id, createdAt }, runs, restored: true }
}

function toEntry(board: BoardState, entry: NonNullable<BoardState['entry']>): HistoryEntry {
  const { view: _, ...draft } = toSentDraft(board)
  const view = writeBoardView(board.view, truthAbout(board.truth, readTexts(draft.body)))
  return {
    ...entry,
    contract: 'rerank',
    name: null,
    pinned: false,
    draft,
    runs: board.runs,
    ...(view !== null && { view }),
  }
}

/** Whether a change is irrelevant to the history: a draft alone is not a run. */
function isSameEntry(a: BoardState, b: BoardState): boolean {
  return a.entry === b.entry && a.runs === b.runs && a.view === b.view && a.truth === b.truth
}

/** Parses a draft from JSON; null when invalid. */
export function readSavedDraft(value: unknown): Draft | null {
  if (!isObject(value) || !isObject(value['body'])) return null
  const others = Array.isArray(value['others']) ? value['others'].filter(isObject) : []
  const origin = readOrigin(value['origin'])
  return {
    contract: 'rerank',
    body: value['body'],
    ...(others.length > 0 && { others }),
    ...(isObject(value['view']) && { view: value['view'] }),
    ...(origin !== null && { origin }),
  }
}
