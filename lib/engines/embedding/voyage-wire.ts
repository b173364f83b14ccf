import type { EmbeddingTask, EmbedRequest } from './embedding-model.ts'
import type { EmbeddingWire } from './embedding-wire.ts'
import { findOpenAiVectors } from './find-openai-vectors.ts'
import { smallestSize } from './smallest-size.ts'
import { textsOf } from './texts-of.ts'

const sizes = [256, 512, 1024, 2048] as const

const inputTypes: Partial<Record<EmbeddingTask, string>> = {
  'retrieval.query': 'query',
  'retrieval.passage': 'document',
}

/**
 * Voyage. Its large models take 120,000 tokens at once.
 * @see https://docs.voyageai.com/reference/embeddings-api
 */
export const voyageEmbeddingWire: EmbeddingWire = {
  path: '/embeddings',
  limits: { itemsMax: 256, bytesMax: 360_000 },
  takesTokens: false,
  truncates: true,
  toBody: (request: EmbedRequest, modelId: string) => {
    const inputType = request.task === null ? undefined : inputTypes[request.task]
    return {
      model: modelId,
      input: textsOf(request),
      truncation: request.truncate,
      ...(inputType !== undefined && { input_type: inputType }),
      ...(request.dimensions !== null && { output_dimension: smallestSize(sizes, request.dimensions) }),
      // Numbers are what it writes without the field; it knows no word for them.
      ...(request.encoding === 'base64' && { encoding_format: 'base64' }),
    }
  },
  findVectors: findOpenAiVectors,
}
