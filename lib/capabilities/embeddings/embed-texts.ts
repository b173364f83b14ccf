import type { EmbeddingTask } from '#lib/providers/embedding/embedding-model.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { askEmbedding, type EmbedOptions } from './embed.ts'
import { readVector } from './written-vector.ts'

export interface TextVectors {
  /** In the order of the texts, all of the same length. */
  readonly vectors: readonly Float32Array[]
  /** Public ID of the model that answered, a fallback included. */
  readonly model: string
}

/**
 * Turns up to 2,048 texts into vectors, for other capabilities; longer ones are truncated to the model's
 * context window. Tokens are metered with the request.
 * @throws ApiError as `/v1/embeddings` does
 */
export type EmbedTexts = (
  request: { readonly model: string; readonly texts: readonly string[]; readonly task: EmbeddingTask },
  context: RequestContext,
) => Promise<TextVectors>

export function createEmbedTexts(options: EmbedOptions): EmbedTexts {
  return async ({ model, texts, task }, context) => {
    const input = { model, input: [...texts], task, truncate: true, encoding_format: 'base64' as const }
    const { vectors, target } = await askEmbedding(input, context, options)
    return { vectors: vectors.map(readVector), model: target.publicId }
  }
}
