import { JsonWalker } from '#lib/engines/json-walker.ts'
import { readCount } from '#lib/engines/response-headers.ts'
import type { EmbeddingWire } from './embedding-wire.ts'
import { readVectorList } from './read-vector-list.ts'

/**
 * Hugging Face's text-embeddings-inference, by its own route: its OpenAI route can neither cut nor leave vectors as
 * they are. One server holds one model, so that the name is not sent. It takes 32 inputs unless it was started with
 * more, and says so when it is given too many.
 * @see https://huggingface.github.io/text-embeddings-inference
 */
export const teiEmbeddingWire: EmbeddingWire = {
  path: '/embed',
  limits: { itemsMax: 256 },
  takesTokens: true,
  truncates: true,
  toBody: ({ inputs, truncate, normalized, dimensions }) => ({
    inputs: inputs.kind === 'texts' ? inputs.texts : inputs.tokens,
    truncate,
    normalize: normalized,
    ...(dimensions !== null && { dimensions }),
  }),
  findVectors(answer) {
    const walker = new JsonWalker(answer)
    const vectors = readVectorList(walker)
    walker.end()
    return { vectors, promptTokens: null, refused: false }
  },
  countTokens: headers => readCount(headers, 'x-compute-tokens'),
}
