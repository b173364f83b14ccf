import type { EmbeddingModel } from '#lib/providers/embedding/embedding-model.ts'
import type { LanguageModel } from '#lib/providers/openai-compatible/language-model.ts'
import type { ListedModel } from '#lib/providers/listed-model.ts'
import type { RerankModel } from '#lib/providers/reranking/rerank-model.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import type { Assembling, TargetTimers } from './target.ts'

/** A named source of models. A missing factory means the capability is unsupported. */
export interface Provider {
  readonly id: string
  language?(modelId: string): LanguageModel
  embedding?(modelId: string): EmbeddingModel
  reranking?(modelId: string): RerankModel
  /** For types of models without a factory of their own; absent: its API is not OpenAI-compatible. */
  upstream?(modelId: string, inputField: ModelUpstream['inputField']): ModelUpstream
  /** Whether its responses are known to report their cost. */
  readonly reportsCosts?: boolean
  /** Seconds that a transcription is billed for at least. */
  readonly speechSecondsMin?: number
  /** Whether the total of its usage counts thinking that the completion leaves out. */
  readonly hidesThinking?: boolean
  /** Upstream ids of models that search the web although no request asks for it. */
  readonly searchesUnasked?: RegExp
  /** Id of its vendor in the price catalog. */
  readonly vendor?: string
  /** Whether its models cost nothing, because they run on the operator's own servers. */
  readonly free?: boolean
  /** Whether its model list may be read to find out that it works again. */
  readonly probe?: true
  /** The provider with each of its keys, where it has several. */
  readonly keys?: readonly Provider[]
  /** Which of several keys it uses, from 1. */
  readonly keyNumber?: number
  /** Requests in progress, over all keys. */
  readonly parallelMax?: number
  readonly timers?: TargetTimers | undefined
  readonly assemble?: Assembling | undefined
  /** Models whose facts are known without a request. */
  readonly known?: readonly ListedModel[]
  /** Whether the provider accepts its key; absent: asking costs something. @throws ApiError when it is unavailable */
  readonly checkKey?: ((signal: AbortSignal) => Promise<'accepted' | 'refused' | 'unknown'>) | undefined
  /** The provider's own model list. @throws ApiError when it is unavailable or takes longer than 3 s */
  list?(signal: AbortSignal): Promise<readonly ListedModel[]>
}
