import type { EmbeddingModel } from '#lib/providers/embedding/embedding-model.ts'
import type { LanguageModel } from '#lib/providers/openai-compatible/language-model.ts'
import type { ListedModel } from '#lib/providers/listed-model.ts'
import type { RerankModel } from '#lib/providers/reranking/rerank-model.ts'
import type { SpeechModel } from '#lib/speech/speech-model.ts'

/** A named source of models. A missing factory means: this backend cannot do it. */
export interface Provider {
  readonly id: string
  language?(modelId: string): LanguageModel
  embedding?(modelId: string): EmbeddingModel
  reranking?(modelId: string): RerankModel
  speech?(modelId: string): SpeechModel
  /** Whether its answers are known to report what they cost. */
  readonly reportsCosts?: boolean
  /** Models whose facts are known without asking. */
  readonly known?: readonly ListedModel[]
  /**
   * What the provider's own model list names.
   * @throws ApiError when the list cannot be had within 3 s
   */
  list?(signal: AbortSignal): Promise<readonly ListedModel[]>
}
