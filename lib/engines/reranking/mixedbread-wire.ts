import { isRecord, readIndex } from '#lib/engines/json.ts'
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
  readRanking(answer) {
    if (!isRecord(answer) || !Array.isArray(answer['data'])) return null
    const usage = isRecord(answer['usage']) ? answer['usage'] : {}
    return {
      scores: answer['data']
        .filter(isRecord)
        .map(result => ({ index: result['index'], score: result['score'] })),
      inputTokens: readIndex(usage['prompt_tokens']) ?? readIndex(usage['total_tokens']),
    }
  },
}
