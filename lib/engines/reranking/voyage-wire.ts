import { readScoreList } from './read-score-list.ts'
import type { RerankWire } from './rerank-wire.ts'

/**
 * Voyage, whose smaller models take 300,000 tokens at once, the query counted again for each document; a token is
 * taken for three bytes.
 * @see https://docs.voyageai.com/reference/reranker-api
 */
export const voyageRerankWire: RerankWire = {
  path: '/rerank',
  limits: { itemsMax: 1000, bytesMax: 900_000 },
  scale: 'probability',
  toBody: ({ query, documents }, modelId) => ({
    model: modelId,
    query,
    documents,
    top_k: documents.length,
    return_documents: false,
    truncation: true,
  }),
  readRanking: answer => readScoreList(answer, { list: 'data', score: 'relevance_score' }),
}
