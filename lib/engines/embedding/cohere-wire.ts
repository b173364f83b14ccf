import type { EmbeddingTask } from './embedding-model.ts'
import type { EmbeddingWire } from './embedding-wire.ts'
import { findCohereVectors } from './find-cohere-vectors.ts'
import { smallestSize } from './smallest-size.ts'
import { textsOf } from './texts-of.ts'

const sizes = [256, 512, 1024, 1536] as const

const inputTypes: Readonly<Record<EmbeddingTask, string>> = {
  'retrieval.query': 'search_query',
  'retrieval.passage': 'search_document',
  separation: 'clustering',
  classification: 'classification',
  // It has no word for likeness between equals; clustering treats all texts alike too.
  'text-matching': 'clustering',
}

/**
 * Cohere's own second version.
 * @see https://docs.cohere.com/reference/embed
 */
export const cohereEmbeddingWire: EmbeddingWire = {
  path: '/embed',
  limits: { itemsMax: 96 },
  takesTokens: false,
  truncates: true,
  toBody: (request, modelId) => ({
    model: modelId,
    texts: textsOf(request),
    // Required, and documents are what is embedded most.
    input_type: request.task === null ? 'search_document' : inputTypes[request.task],
    embedding_types: [request.encoding],
    truncate: request.truncate ? 'END' : 'NONE',
    // The third generation has one size and refuses the field.
    ...(request.dimensions !== null &&
      !modelId.includes('-v3') && { output_dimension: smallestSize(sizes, request.dimensions) }),
  }),
  findVectors: findCohereVectors,
}
