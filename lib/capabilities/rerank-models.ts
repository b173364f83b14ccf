import type { RerankTarget } from '#lib/engines/reranking/rerank-target.ts'

/** What rerank needs of the registry. */
export interface RerankModels {
  /** @throws ApiError `model_not_found` with the way to get it */
  resolveReranker(publicId: string): RerankTarget
}
