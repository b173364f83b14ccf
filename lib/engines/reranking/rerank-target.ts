import type { Target } from '#lib/engines/target.ts'
import type { RerankModel } from './rerank-model.ts'

export type RerankTarget = Target<RerankModel>
