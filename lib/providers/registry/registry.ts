import type { Model } from '#lib/contracts/api/models.ts'
import { createProvider, type ProviderMeans, toEngines } from './create-provider.ts'
import type { EmbeddingTarget } from '#lib/providers/embedding/embedding-target.ts'
import { createRegistryMemory, joinRegistry } from './join-registry.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { ModelEntry } from './model-entry.ts'
import type { ModelFacts } from './model-facts.ts'
import type { Provider } from './provider.ts'
import type { ProviderEntry } from './provider-entry.ts'
import type { RerankTarget } from '#lib/providers/reranking/rerank-target.ts'
import type { SpeechTarget } from '#lib/speech/speech-target.ts'
import { internalHeader } from '#lib/internal-token.ts'
import { createOpenAiCompatible } from '#lib/providers/openai-compatible/openai-compatible.ts'
import { quirksOf } from '#lib/providers/openai-compatible/quirks.ts'
import { createList } from './create-list.ts'
import { commonHeaders } from './provider-target.ts'
import { createTranscriber } from '#lib/speech/create-transcriber.ts'
import type { UpstreamTarget } from '#lib/providers/transport/upstream-request.ts'
import type { ModelOverrides } from './find-model.ts'

export interface RegistryOptions extends ProviderMeans {
  readonly providers: readonly ProviderEntry[]
  readonly models: readonly ModelEntry[]
  /** Null when there is none. */
  readonly local: LocalAddress | null
  /** Public ids that are the usual choice of their kind. */
  readonly defaults?: readonly string[]
  readonly overrides?: ModelOverrides
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
  /** What would answer now; `all`: and what could be fetched or configured; `off`: and what was switched off. Never fails. */
  list(options?: { readonly all?: boolean; readonly off?: boolean }): Promise<Model[]>
}

/**
 * The only place that knows providers by name: it turns a public id into an engine, once per call.
 * @throws Error for a provider or model entry that cannot work
 */
export function createRegistry(options: RegistryOptions): Registry {
  const { models, defaults = [], overrides = new Map() } = options
  const providers = createProviders(options)
  for (const entry of models) {
    if (!providers.has(entry.provider)) {
      throw new Error(
        `The model "${entry.id}" names the provider "${entry.provider}", which is not configured.`,
      )
    }
  }
  return joinRegistry({ providers, models, defaults, overrides }, createRegistryMemory())
}

/** The providers of the configuration, and the embedded engine last. @throws Error for an entry that cannot work */
export function createProviders(
  options: Pick<RegistryOptions, 'providers' | 'local'> & ProviderMeans,
): Map<string, Provider> {
  const providers = new Map(options.providers.map(entry => [entry.id, createProvider(entry, options)]))
  if (options.local !== null) providers.set('local', createLocalProvider(options.local, options))
  return providers
}

/** Our own models process. */
export interface LocalAddress {
  readonly baseUrl: string
  readonly token: string
}

/** The embedded engine: our own models process on loopback, which takes our internal token and no key. */
export function createLocalProvider(local: LocalAddress, means: ProviderMeans): Provider {
  const { origin, pathname } = new URL(local.baseUrl)
  const target: UpstreamTarget = {
    origin,
    basePath: pathname.replace(/\/+$/, ''),
    policy: 'local',
    headers: { ...commonHeaders, [internalHeader]: local.token },
  }
  const upstream = {
    providerId: 'local',
    target,
    request: means.request,
    secrets: [local.token, origin],
    local: true,
  }
  const chat = { ...upstream, inputField: 'messages', quirks: quirksOf('local') } as const
  return {
    id: 'local',
    list: createList('local', 'local', target, means.request),
    language: modelId => createOpenAiCompatible({ ...chat, modelId, fetchImage: means.fetchImage }),
    speech: modelId => createTranscriber({ ...upstream, inputField: 'file', modelId }),
    ...toEngines(upstream, 'local'),
  }
}
