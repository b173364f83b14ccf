import { isRecord } from '#lib/engines/json.ts'
import { readCount } from '#lib/engines/response-headers.ts'
import type { RerankWire } from './rerank-wire.ts'

/**
 * Hugging Face's text-embeddings-inference: a bare array of scores that have been through the sigmoid. Like its
 * embeddings, it takes 32 texts at once unless it was started with more.
 * @see https://huggingface.github.io/text-embeddings-inference
 */
export const teiRerankWire: RerankWire = {
  path: '/rerank',
  limits: { itemsMax: 512 },
  scale: 'probability',
  toBody: ({ query, documents }) => ({
    query,
    texts: documents,
    raw_scores: false,
    return_text: false,
    truncate: true,
  }),
  readRanking(answer, headers) {
    if (!Array.isArray(answer)) return null
    return {
      scores: answer.filter(isRecord).map(({ index, score }) => ({ index, score })),
      inputTokens: readCount(headers, 'x-compute-tokens'),
    }
  },
}
