import type { ModelKind } from '#lib/contracts/api/models.ts'

/** One entry of a provider's model list, in its own ids. */
export interface ListedModel {
  readonly id: string
  readonly kind: ModelKind
  /** Neither the list nor the name says what the model is for: `chat` is only the most likely. */
  readonly kindGuessed?: true
  readonly contextWindow?: number | undefined
  readonly dimensions?: number | undefined
  /** Whether fewer dimensions may be asked for. */
  readonly dimensionsAdjustable?: boolean | undefined
  readonly input?: readonly ('text' | 'image' | 'audio')[] | undefined
  readonly promptTokensPerSecond?: number
  /** Of an embedding model: the likeness that unrelated texts reach. */
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
