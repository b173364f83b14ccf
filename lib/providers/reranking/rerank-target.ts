import type { Target } from '#lib/providers/registry/target.ts'
import type { RerankModel } from './rerank-model.ts'

export type RerankTarget = Target<RerankModel>
