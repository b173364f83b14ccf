import { JsonWalker } from '#lib/engines/json-walker.ts'
import type { EmbeddingWire } from './embedding-wire.ts'
import type { FoundVectors } from './found-vectors.ts'
import { readVectorList } from './read-vector-list.ts'
import { textsOf } from './texts-of.ts'

/**
 * Ollama, by its own route: the OpenAI-compatible one cuts what is too long for the model without a word. It writes
 * numbers only, and they are always normalised.
 * @see https://docs.ollama.com/api/embed
 */
export const ollamaEmbeddingWire: EmbeddingWire = {
  path: '/api/embed',
  limits: { itemsMax: 256 },
  takesTokens: false,
  truncates: true,
  toBody: (request, modelId) => ({
    model: modelId,
    input: textsOf(request),
    truncate: request.truncate,
    ...(request.dimensions !== null && { dimensions: request.dimensions }),
  }),
  findVectors(answer) {
    const walker = new JsonWalker(answer)
    let vectors: FoundVectors['vectors'] = []
    let promptTokens: number | null = null
    walker.members(key => {
      if (key === 'embeddings') vectors = readVectorList(walker)
      else if (key === 'prompt_eval_count') promptTokens = walker.index()
      else walker.skip()
    })
    walker.end()
    return { vectors, promptTokens, refused: false }
  },
}
