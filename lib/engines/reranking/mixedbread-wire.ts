import { readScoreList } from './read-score-list.ts'
import type { RerankWire } from './rerank-wire.ts'

/**
 * Mixedbread, which returns ten results unless it is told how many.
 * @see https://www.mixedbread.com/api-reference/endpoints/reranking
 */
export const mixedbreadRerankWire: RerankWire = {
  path: '/reranking',
  limits: { itemsMax: 1000 },
  scale: 'probability',
  toBody: ({ query, documents }, modelId) => ({
    model: modelId,
    query,
    input: documents,
    top_k: documents.length,
    return_input: false,
  }),
  readRanking: answer => readScoreList(answer, { list: 'data', score: 'score' }),
}
