'use client'
import { useModel } from '#components/playground/use-model.ts'
import { estimateDraft } from '#lib/client/estimate.ts'
import type { Question, RankedColumn } from '#lib/client/rerank/ranked-column.ts'

// What the API cuts at by itself.
const tokensPerDocumentDefault = 4096

/** About how many tokens of a document the model reads: what the request allows, and what its window holds beside the query. */
export function useTokensMax(column: RankedColumn, question: Question): number {
  const window = useModel(column.run === null ? null : column.label)?.context_window ?? Infinity
  if (column.run === null) return Infinity
  const asked = question.tokensPerDocumentMax ?? tokensPerDocumentDefault
  const query = estimateDraft({ body: { query: question.query } }).tokens
  return Math.max(1, Math.min(asked, window - query))
}
