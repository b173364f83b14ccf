import type { ScoresScript } from './script.ts'
import { wordOverlap } from './word-vectors.ts'

/** The fields of a rerank request that scripts read. */
export interface RerankBody {
  readonly model?: string
  readonly query?: string
  readonly documents?: readonly (string | { readonly text?: string })[]
  readonly top_n?: number
}

/** Jina's response to `POST /rerank`, which most servers use; scores are the share of common words. */
export function toRanking(script: ScoresScript, body: RerankBody): unknown {
  const documents = (body.documents ?? []).map(each => (typeof each === 'string' ? each : (each.text ?? '')))
  const results = documents
    .map((text, index) => ({
      index: index + (script.indexOffset ?? 0),
      relevance_score: script.scores?.[index] ?? wordOverlap(body.query ?? '', text),
    }))
    .toSorted((a, b) => b.relevance_score - a.relevance_score)
    .slice(0, body.top_n ?? documents.length)
  const tokens = Math.ceil(documents.join('').length / 4)
  return {
    model: body.model,
    results,
    ...(script.usage !== false && {
      usage: {
        prompt_tokens: tokens,
        total_tokens: tokens,
        ...(script.cost !== undefined && { cost: script.cost }),
      },
    }),
  }
}
