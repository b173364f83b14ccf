import type { ModelKind } from '#lib/contracts/models.ts'

/** One entry of a provider's model list, in its own ids. */
export interface ListedModel {
  readonly id: string
  readonly kind: ModelKind
  readonly contextWindow?: number | undefined
  readonly dimensions?: number | undefined
  /** Whether fewer dimensions may be asked for. */
  readonly dimensionsAdjustable?: boolean | undefined
  readonly input?: readonly ('text' | 'image' | 'audio')[] | undefined
  readonly promptTokensPerSecond?: number
  readonly state?: 'ready' | 'not_downloaded' | 'downloading' | 'not_configured'
}
