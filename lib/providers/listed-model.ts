import type { ModelKind } from '#lib/contracts/api/models.ts'

/** One entry of a provider's model list, with the provider's ids. */
export interface ListedModel {
  readonly id: string
  readonly kind: ModelKind
  /** The kind is a guess: `chat` is the most likely where neither list nor name tells. */
  readonly kindGuessed?: true
  readonly contextWindow?: number | undefined
  readonly dimensions?: number | undefined
  /** Whether fewer dimensions can be requested. */
  readonly dimensionsAdjustable?: boolean | undefined
  readonly input?: readonly ('text' | 'image' | 'audio')[] | undefined
  /** The UTC day on which the vendor shuts it down, as YYYY-MM-DD. */
  readonly retires?: string
  readonly promptTokensPerSecond?: number
  /** Of an embedding model: the similarity of unrelated texts. */
  readonly similarityFloor?: number
  readonly state?: 'ready' | 'not_downloaded' | 'downloading' | 'not_configured'
}

export function embeddingModel(
  id: string,
  contextWindow: number,
  dimensions: number | undefined,
  dimensionsAdjustable: boolean,
): ListedModel {
  return { id, kind: 'embeddings', contextWindow, dimensions, dimensionsAdjustable }
}

export function rerankModel(id: string, contextWindow: number | undefined): ListedModel {
  return { id, kind: 'rerank', contextWindow }
}

export function speechModel(id: string): ListedModel {
  return { id, kind: 'speech', input: ['audio'] }
}
