import type { EmbeddingTarget } from '#lib/providers/embedding/embedding-target.ts'

/** The part of the registry that embeddings need. */
export interface EmbeddingModels {
  /** @throws ApiError `model_not_found` with how to get the model */
  resolveEmbedding(publicId: string): EmbeddingTarget
}
