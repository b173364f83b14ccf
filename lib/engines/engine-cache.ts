import { cannot, type CallKind } from './model-errors.ts'
import type { EmbeddingModel } from './embedding/embedding-model.ts'
import type { LanguageModel } from './language/language-model.ts'
import type { Provider } from './provider.ts'
import type { RerankModel } from './reranking/rerank-model.ts'
import type { SpeechModel } from './speech/speech-model.ts'

interface Engines {
  readonly chat: LanguageModel
  readonly embeddings: EmbeddingModel
  readonly rerank: RerankModel
  readonly speech: SpeechModel
}

// Any name may be asked for, so what is kept is bounded.
const keptMax = 1000

/** Makes each engine of a provider once, so that what it learns of its server is kept as long as the provider is. */
export class EngineCache<Kind extends CallKind> {
  readonly #kind: Kind
  readonly #create: (provider: Provider, modelId: string) => Engines[Kind] | undefined
  readonly #kept = new WeakMap<Provider, Map<string, Engines[Kind]>>()

  constructor(kind: Kind, create: (provider: Provider, modelId: string) => Engines[Kind] | undefined) {
    this.#kind = kind
    this.#create = create
  }

  /** @throws ApiError `model_not_found` when the provider has no models of the kind */
  get(provider: Provider, modelId: string): Engines[Kind] {
    const known = this.#kept.get(provider)
    const kept = known?.get(modelId)
    if (kept !== undefined) return kept
    const engine = this.#create(provider, modelId)
    if (engine === undefined) throw cannot(provider.id, this.#kind)
    const ofProvider = known ?? new Map<string, Engines[Kind]>()
    if (known === undefined) this.#kept.set(provider, ofProvider)
    if (ofProvider.size < keptMax) ofProvider.set(modelId, engine)
    return engine
  }
}
