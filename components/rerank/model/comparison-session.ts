import { toObject } from '#lib/client/json-value.ts'
import {
  createPersistedSession,
  type PersistedSession,
  type PersistedSessionOptions,
} from '#components/playground/layout/model/persisted-session.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import type { Run } from '#lib/client/run.ts'
import { toStopped } from '#components/playground/run/model/to-stopped.ts'
import {
  applyDraft,
  emptyComparison,
  openDraft,
  comparedModelsMax,
  toComparisonDraft,
  toSentDraft,
  type ComparisonState,
} from './comparison-state.ts'
import { writeComparisonView } from './comparison-view.ts'
import { readTexts } from './documents/read-documents.ts'
import { judgmentsOf } from './judgments.ts'
import { persistDraft } from '#components/playground/layout/model/persisted-draft.ts'

/** Persists a comparison across reloads, and in the history after its first run. */
export function createComparisonSession(options: PersistedSessionOptions<ComparisonState>): PersistedSession {
  return createPersistedSession(options, {
    storageKey: 'sextant-rerank',
    ...persistDraft({ contract: 'rerank', toDraft: toComparisonDraft, applyDraft }),
    toEntry,
    fromEntry,
    withRuns(comparison, stored, draftIsHere) {
      const opened = draftIsHere || 'documents' in comparison.body ? comparison : fromEntry(stored)
      return { ...opened, runs: stored.runs, before: [], restored: true }
    },
    hasRuns: ({ runs }) => runs.length > 0,
    isSameEntry,
    isUrgent: (saved, { runs }) => runs !== saved?.runs,
    toStopped: comparison =>
      comparison.runs.some(isRunning) ? { ...comparison, runs: comparison.runs.map(toStopped) } : comparison,
    fromHandoff: (draft, { comparedModels }) => ({ ...openDraft(draft), comparedModels }),
    fromModels: ([model, ...comparedModels]) => ({
      ...emptyComparison,
      body: { model },
      comparedModels: comparedModels.slice(0, comparedModelsMax),
    }),
    startOver: ({ body }) => ({ ...emptyComparison, body: 'model' in body ? { model: body['model'] } : {} }),
  })
}

function isRunning(run: Run): boolean {
  return run.state === 'running'
}

function fromEntry({ id, createdAt, draft, runs, view }: HistoryEntry): ComparisonState {
  const opened = applyDraft(emptyComparison, view === undefined ? draft : { ...draft, view: toObject(view) })
  return { ...opened, entry: { id, createdAt }, runs, restored: true }
}

function toEntry(comparison: ComparisonState, entry: NonNullable<ComparisonState['entry']>): HistoryEntry {
  const { view: _, ...draft } = toSentDraft(comparison)
  const view = writeComparisonView(comparison.view, judgmentsOf(comparison.judgments, readTexts(draft.body)))
  return {
    ...entry,
    contract: 'rerank',
    name: null,
    pinned: false,
    draft,
    runs: comparison.runs,
    ...(view !== null && { view }),
  }
}

/** Whether a change is irrelevant to the history: a draft alone is not a run. */
function isSameEntry(a: ComparisonState, b: ComparisonState): boolean {
  return a.entry === b.entry && a.runs === b.runs && a.view === b.view && a.judgments === b.judgments
}
