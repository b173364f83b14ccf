import type { EmbeddingWire } from './embedding-wire.ts'
import { findOpenAiVectors } from './find-openai-vectors.ts'
import { textsOf } from './texts-of.ts'

// The model card's own words; only this family was trained with them.
const queryPrompt = 'Represent this sentence for searching relevant passages: '

/**
 * Mixedbread.
 * @see https://www.mixedbread.com/api-reference/endpoints/embeddings
 */
export const mixedbreadEmbeddingWire: EmbeddingWire = {
  path: '/embeddings',
  limits: { itemsMax: 128 },
  takesTokens: false,
  truncates: false,
  toBody: (request, modelId) => ({
    model: modelId,
    input: textsOf(request),
    encoding_format: request.encoding,
    normalized: request.normalized,
    ...(request.dimensions !== null && { dimensions: request.dimensions }),
    ...(request.task === 'retrieval.query' &&
      modelId.includes('mxbai-embed-large') && { prompt: queryPrompt }),
  }),
  findVectors: findOpenAiVectors,
}
