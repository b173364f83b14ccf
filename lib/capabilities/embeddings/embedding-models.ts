import type { EmbeddingTarget } from '#lib/providers/embedding/embedding-target.ts'

/** What embeddings need of the registry. */
export interface EmbeddingModels {
  /** @throws ApiError `model_not_found` with the way to get it */
  resolveEmbedding(publicId: string): EmbeddingTarget
}
