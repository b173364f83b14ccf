import { readScoreList } from './read-score-list.ts'
import type { RerankWire } from './rerank-wire.ts'

/**
 * Cohere's own second version, which reads at most 1,000 documents well and counts no tokens.
 * @see https://docs.cohere.com/reference/rerank
 */
export const cohereRerankWire: RerankWire = {
  path: '/rerank',
  limits: { itemsMax: 1000 },
  scale: 'probability',
  toBody: ({ query, documents, maxTokensPerDoc }, modelId) => ({
    model: modelId,
    query,
    documents,
    top_n: documents.length,
    max_tokens_per_doc: maxTokensPerDoc,
  }),
  readRanking: answer => readScoreList(answer, { list: 'results', score: 'relevance_score' }),
}
