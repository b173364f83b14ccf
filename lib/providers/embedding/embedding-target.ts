import type { Target } from '#lib/providers/registry/target.ts'
import type { EmbeddingModel } from './embedding-model.ts'

export interface EmbeddingTarget extends Target<EmbeddingModel> {
  /** Of a whole vector; unknown when absent. */
  readonly dimensions?: number | undefined
  /** Whether fewer dimensions can be requested; absent: unknown, and the request is passed on. */
  readonly dimensionsAdjustable?: boolean | undefined
}
