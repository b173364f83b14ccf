import { z } from 'zod'
import { ApiError } from '#lib/errors.ts'
import { rerankDocumentsMax } from '#lib/contracts/rerank.ts'
import { findEntry } from '#lib/models/catalogue.ts'
import type { RerankEntry } from '#lib/models/catalogue-entry.ts'
import type { RankQuestion } from '#lib/models/rerank/ranking.ts'
import { parseBody } from './parse-body.ts'

/** What the gateway asks: documents are texts already. */
const requestSchema = z.object({
  model: z.string().min(1),
  query: z.string().min(1),
  documents: z.array(z.string()).min(1).max(rerankDocumentsMax),
  top_n: z.int().min(1).nullish(),
  max_tokens_per_doc: z.int().min(1).nullish(),
})

export interface RerankCall {
  readonly entry: RerankEntry
  readonly question: RankQuestion
  readonly topN: number
}

const maxTokensPerDoc = 4096

/** @throws ApiError with the code and field of the first mistake */
export function readRerankCall(body: unknown): RerankCall {
  const request = parseBody(requestSchema, body)
  const entry = findEntry(request.model) ?? findEntry(`local/${request.model}`)
  if (entry?.kind !== 'rerank')
    throw new ApiError('model_not_found', `The embedded engine has no reranker \`${request.model}\`.`, {
      param: 'model',
    })
  return {
    entry,
    question: {
      query: request.query,
      documents: request.documents,
      maxTokensPerDoc: request.max_tokens_per_doc ?? maxTokensPerDoc,
    },
    topN: request.top_n ?? request.documents.length,
  }
}
