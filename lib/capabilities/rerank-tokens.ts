import type { RerankQuestion } from '#lib/engines/reranking/rerank-model.ts'
import { countTokens } from './count-tokens.ts'

/** A quick upper guess: UTF-8 bytes ÷ 3. A reranker reads the query again with each document. */
export function guessRerankTokens({ query, documents }: RerankQuestion): number {
  const bytes = documents.reduce((sum, document) => sum + Buffer.byteLength(document), 0)
  return Math.ceil((bytes + Buffer.byteLength(query) * documents.length) / 3)
}

/** By the tokenizer: for billing where the upstream gave no usage. */
export async function countRerankTokens({ query, documents }: RerankQuestion): Promise<number> {
  const [ofQuery, ofDocuments] = await Promise.all([countTokens(query), countTokens(documents.join('\n'))])
  return ofQuery * documents.length + ofDocuments
}
