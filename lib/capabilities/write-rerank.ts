import { randomUUID } from 'node:crypto'
import type { Rerank, RerankRequest } from '#lib/contracts/rerank.ts'
import type { Usage } from '#lib/contracts/usage.ts'
import type { RerankScore } from '#lib/engines/reranking/rerank-model.ts'
import { repeatDocument } from './rerank-documents.ts'

// Cohere's unit: one query with up to 100 documents.
const documentsPerUnit = 100

export interface RerankFacts {
  readonly input: RerankRequest
  /** As they were ranked, before any was cut. */
  readonly texts: readonly string[]
  readonly scores: readonly RerankScore[]
  readonly topN: number
  /** The public id that answered. */
  readonly model: string
  readonly usage: Usage
  /** `1` or `2`, by the path. */
  readonly version: string
  readonly returnDocuments: boolean
}

/** The answer, best first and equal scores in the order of the request, with what each family of clients reads. */
export function writeRerank(facts: RerankFacts): Rerank {
  const { input, texts, usage } = facts
  const results = facts.scores
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, facts.topN)
    .map(({ index, score }) => {
      const document = facts.returnDocuments ? input.documents[index] : undefined
      return {
        index,
        relevance_score: score,
        ...(document !== undefined && { document: repeatDocument(document, texts[index] ?? '') }),
      }
    })
  const search_units = Math.ceil(texts.length / documentsPerUnit)
  const { prompt_tokens, total_tokens, cost } = usage
  const byTopK = typeof input.top_k === 'number' && typeof input.top_n !== 'number'
  return {
    id: `rerank-${randomUUID()}`,
    object: 'list',
    model: facts.model,
    results,
    ...(byTopK && { data: results }),
    meta: {
      api_version: { version: facts.version },
      billed_units: { search_units },
      tokens: { input_tokens: prompt_tokens, output_tokens: 0 },
    },
    usage: { prompt_tokens, total_tokens, search_units, ...(cost !== undefined && { cost }) },
  }
}
