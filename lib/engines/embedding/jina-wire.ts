import type { EmbeddingWire } from './embedding-wire.ts'
import type { EmbedRequest } from './embedding-model.ts'
import { findOpenAiVectors } from './find-openai-vectors.ts'
import { textsOf } from './texts-of.ts'

/**
 * Jina: our own names for most fields, because ours are Jina's.
 * @see https://jina.ai/embeddings
 */
export const jinaEmbeddingWire: EmbeddingWire = {
  path: '/embeddings',
  limits: { itemsMax: 256 },
  takesTokens: false,
  truncates: true,
  toBody: (request, modelId) => ({
    ...request.extra,
    model: modelId,
    input: textsOf(request),
    embedding_type: request.encoding,
    normalized: request.normalized,
    truncate: request.truncate,
    // The second generation knows neither tasks nor other sizes, and refuses what it does not know.
    ...(!modelId.includes('-v2-') && newerFields(request)),
  }),
  findVectors: findOpenAiVectors,
}

function newerFields({ task, dimensions, lateChunking }: EmbedRequest): Record<string, unknown> {
  return {
    ...(task !== null && { task }),
    ...(dimensions !== null && { dimensions }),
    ...(lateChunking && { late_chunking: true }),
  }
}
