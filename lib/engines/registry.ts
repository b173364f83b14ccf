import type { Model } from '#lib/contracts/models.ts'
import { createLocalProvider, type LocalAddress } from './create-local-provider.ts'
import { createProvider, type ProviderMeans } from './create-provider.ts'
import type { EmbeddingTarget } from './embedding/embedding-target.ts'
import { EngineCache } from './engine-cache.ts'
import { findModel, type FoundModel } from './find-model.ts'
import type { ChatTarget } from './language/chat-target.ts'
import { listAllModels } from './list-all-models.ts'
import type { ModelEntry } from './model-entry.ts'
import type { ModelFacts } from './model-facts.ts'
import { firstConfigured } from './first-configured.ts'
import { ModelLists, toPublicId } from './model-lists.ts'
import type { ProviderEntry } from './provider-entry.ts'
import type { RerankTarget } from './reranking/rerank-target.ts'
import type { SpeechTarget } from './speech/speech-target.ts'
import type { Target } from './target.ts'

export interface RegistryOptions extends ProviderMeans {
  readonly providers: readonly ProviderEntry[]
  readonly models: readonly ModelEntry[]
  /** Null when there is none. */
  readonly local: LocalAddress | null
  /** Public ids that are the usual choice of their kind. */
  readonly defaults?: readonly string[]
}

export interface Registry {
  /** @throws ApiError `model_not_found` that says how to get the model, or which ids are like it */
  resolve(publicId: string): ChatTarget
  /** @throws the same */
  resolveEmbedding(publicId: string): EmbeddingTarget
  /** @throws the same */
  resolveReranker(publicId: string): RerankTarget
  /** @throws the same */
  resolveSpeech(publicId: string): SpeechTarget
  /** Public ids of models that transcribe, the best choice first; the embedded one last, where it is there. */
  transcribers(): Promise<readonly string[]>
  /** Public ids of the chat models known to read images. */
  imageReaders(): readonly string[]
  /**
   * What is known of a model, an embedded one's figures as they are now.
   * @throws ApiError `model_not_found`
   */
  facts(publicId: string, kind: 'chat' | 'embeddings'): Promise<ModelFacts>
  /** Public id of the first chat model of the configuration, else of the first provider's own list; null: none. */
  firstConfigured(kind: 'chat'): Promise<string | null>
  /** What would answer now; with `all`, also what could be fetched or configured. Never fails. */
  list(options?: { readonly all?: boolean }): Promise<Model[]>
}

const embeddedFirstEventMs = 300_000

/**
 * The only place that knows providers by name: it turns a public id into an engine, once per call.
 * @throws Error for a provider or model entry that cannot work
 */
export function createRegistry(options: RegistryOptions): Registry {
  const providers = new Map(options.providers.map(entry => [entry.id, createProvider(entry, options)]))
  if (options.local !== null) providers.set('local', createLocalProvider(options.local, options))
  const configured = new Map(options.models.map(entry => [entry.id, entry]))
  const lists = new ModelLists()
  const sources = { providers, configured, lists }
  const defaults = new Set(options.defaults)
  const chat = new EngineCache('chat', (provider, id) => provider.language?.(id))
  const embeddings = new EngineCache('embeddings', (provider, id) => provider.embedding?.(id))
  const speech = new EngineCache('speech', (provider, id) => provider.speech?.(id))
  const rerankers = new EngineCache('rerank', (provider, id) => provider.reranking?.(id))

  for (const entry of options.models) {
    if (!providers.has(entry.provider)) {
      throw new Error(
        `The model "${entry.id}" names the provider "${entry.provider}", which is not configured.`,
      )
    }
  }

  return {
    resolve(publicId) {
      const found = findModel(publicId, 'chat', sources)
      const input = found.provider.id === 'local' ? (['text'] as const) : found.facts.input
      return { ...toTarget(found, chat.get(found.provider, found.upstreamId)), input }
    },
    resolveEmbedding(publicId) {
      const found = findModel(publicId, 'embeddings', sources)
      const { dimensions, dimensionsAdjustable } = found.facts
      const target = toTarget(found, embeddings.get(found.provider, found.upstreamId))
      return { ...target, dimensions, dimensionsAdjustable }
    },
    resolveReranker(publicId) {
      const found = findModel(publicId, 'rerank', sources)
      return toTarget(found, rerankers.get(found.provider, found.upstreamId))
    },
    resolveSpeech(publicId) {
      const found = findModel(publicId, 'speech', sources)
      return toTarget(found, speech.get(found.provider, found.upstreamId))
    },
    transcribers: async () => {
      const listed = await Promise.all(
        providers.values().map(async provider => ({
          provider,
          models: provider.id === 'local' ? await lists.read(provider) : (provider.known ?? []),
        })),
      )
      return [
        ...options.models.filter(entry => entry.kind === 'speech').map(entry => entry.id),
        ...listed.flatMap(({ provider, models }) =>
          models
            .filter(({ kind, state = 'ready' }) => kind === 'speech' && state === 'ready')
            .map(model => toPublicId(provider.id, model.id)),
        ),
      ]
    },
    async facts(publicId, kind) {
      const embedded = providers.get('local')
      if (embedded !== undefined && publicId.startsWith('local/')) await lists.read(embedded)
      const { provider, facts } = findModel(publicId, kind, sources)
      return {
        providerId: provider.id,
        contextTokens: facts.contextWindow ?? null,
        promptTokensPerSecond: facts.promptTokensPerSecond ?? null,
        similarityFloor: facts.similarityFloor ?? null,
      }
    },
    firstConfigured: kind => firstConfigured(kind, sources),
    imageReaders: () => [
      ...options.models
        .filter(entry => entry.kind === 'chat' && entry.input?.includes('image'))
        .map(each => each.id),
      ...providers.values().flatMap(({ id }) =>
        lists
          .latest(id)
          .filter(model => model.kind === 'chat' && model.input?.includes('image'))
          .map(model => toPublicId(id, model.id)),
      ),
    ],
    list: ({ all = false } = {}) => listAllModels(configured.values(), providers, lists, { all, defaults }),
  }
}

function toTarget<Engine extends { readonly modelId: string }>(
  { publicId, provider, facts, price, fallbacks }: FoundModel,
  model: Engine,
): Target<Engine> {
  return {
    publicId,
    providerId: provider.id,
    model,
    price,
    contextWindow: facts.contextWindow,
    fallbacks,
    ...(provider.id === 'local' && { firstEventMs: embeddedFirstEventMs }),
  }
}
