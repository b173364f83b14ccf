import { toList, toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { HandoffOrigin } from '#components/playground/handoff/model/handoff.ts'
import type { Run } from '#lib/client/run.ts'
import {
  initialView,
  readComparisonView,
  writeComparisonView,
  type ComparisonView,
} from './comparison-view.ts'
import { noJudgments, type Judgments } from './judgments.ts'

/** Maximum number of models next to the first one. */
export const comparedModelsMax = 2

/** State of the rerank playground of one page. */
export interface ComparisonState {
  /** The request to the first model: only what the user set. */
  readonly body: Draft['body']
  /** Models that get the same request; null: not selected yet. */
  readonly comparedModels: readonly (string | null)[]
  readonly view: ComparisonView
  readonly judgments: Judgments
  /** Of the last batch: one run per model, in their order. */
  readonly runs: readonly Run[]
  /** Of the previous batch, shown until the new ones have responded. */
  readonly before: readonly Run[]
  /** The history entry of the runs; null before the first. */
  readonly entry: { readonly id: string; readonly createdAt: number } | null
  /** The runs are from the history: displayed, but not announced. */
  readonly restored: boolean
  /** Origin of the request when another playground sent it. */
  readonly origin: HandoffOrigin | null
}

export const emptyComparison: ComparisonState = {
  body: {},
  comparedModels: [],
  view: initialView,
  judgments: noJudgments,
  runs: [],
  before: [],
  entry: null,
  restored: false,
  origin: null,
}

/** The request in the playground's shared draft format. */
export function toComparisonDraft({
  body,
  comparedModels,
  view,
  judgments,
  origin,
}: Pick<ComparisonState, 'body' | 'comparedModels' | 'view' | 'judgments' | 'origin'>): Draft {
  const kept = writeComparisonView(view, judgments)
  return {
    contract: 'rerank',
    body,
    ...(comparedModels.length > 0 && { others: comparedModels.map(model => ({ ...body, model })) }),
    ...(kept !== null && { view: kept }),
    ...(origin !== null && { origin }),
  }
}

/** The sent request as a draft: the editor may have changed by now. */
export function toSentDraft(comparison: ComparisonState): Draft {
  const bodies = comparison.runs.map(run => toObject(readJson(run.request.body)))
  const [body = comparison.body, ...others] = bodies
  return toComparisonDraft({
    ...comparison,
    body,
    comparedModels: others.map(other => toText(other['model'])),
  })
}

/** Applies a draft that was edited, or opened from a link, an example or the history. */
export function applyDraft(comparison: ComparisonState, draft: Draft): ComparisonState {
  const brought = draft.view === undefined ? {} : readComparisonView(draft.view)
  const others = draft.others === undefined ? {} : { comparedModels: readComparedModels(draft.others) }
  return { ...comparison, ...brought, ...others, body: draft.body, origin: draft.origin ?? null }
}

/** Opens a draft, replacing the current state. */
export function openDraft(draft: Draft): ComparisonState {
  return applyDraft(emptyComparison, draft)
}

function readComparedModels(others: readonly Draft['body'][]): ComparisonState['comparedModels'] {
  return toList(others)
    .slice(0, comparedModelsMax)
    .map(other => toText(toObject(other)['model']))
}
