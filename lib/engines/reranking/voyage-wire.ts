import { isRecord, readIndex } from '#lib/engines/json.ts'
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
  readRanking(answer) {
    if (!isRecord(answer) || !Array.isArray(answer['data'])) return null
    const usage = isRecord(answer['usage']) ? answer['usage'] : {}
    return {
      scores: answer['data']
        .filter(isRecord)
        .map(result => ({ index: result['index'], score: result['relevance_score'] })),
      inputTokens: readIndex(usage['total_tokens']),
    }
  },
}
