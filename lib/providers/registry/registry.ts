import type { EmbeddingTarget } from '#lib/providers/embedding/embedding-target.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { ModelFacts } from './model-facts.ts'
import type { RerankTarget } from '#lib/providers/reranking/rerank-target.ts'
import {
  findListedId,
  findModel,
  type FoundModel,
  type ModelSources,
  isOn,
  type ModelOverrides,
} from './find-model.ts'
import { ApiError } from '#lib/errors.ts'
import { deploymentsOf, type FoundDeployment } from './deployments.ts'
import { type ModelEntry, modelKinds } from './model-entry.ts'
import { ModelLists, toPublicId } from './listing/model-lists.ts'
import type { Provider } from './provider.ts'
import { isRetired, replacementOf, retirementOf } from './retirement.ts'
import type { Target } from './target.ts'
import { catalogIdOf, targetPrice } from './target-price.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import type { DefaultModels } from '#lib/contracts/api/search/answer-model.ts'
import { unknownModel } from './model-errors.ts'
import type { ModelType } from './model-type.ts'
import { listModels } from './listing/list-models.ts'
import { ModelCache, RecentTargets, TypedModels } from './model-cache.ts'

export interface Registry {
  /** @throws ApiError `model_not_found` with how to get the model, or similar ids */
  resolve(publicId: string): ChatTarget
  /** @throws the same */
  resolveEmbedding(publicId: string): EmbeddingTarget
  /** @throws the same */
  resolveReranker(publicId: string): RerankTarget
  /** A model of a type that only needs an OpenAI-compatible API. @throws the same */
  resolveAs<Model extends { readonly modelId: string }>(
    type: ModelType<Model>,
    publicId: string,
  ): Target<Model>
  /** Public ids of speech-to-text models, best first; the embedded one last, if installed. */
  transcribers(): Promise<readonly string[]>
  /** Public ids of the chat models known to read images. */
  imageReaders(): readonly string[]
  /**
   * Known facts of a model, with the current figures of an embedded one.
   * @throws ApiError `model_not_found`
   */
  facts(publicId: string, kind: 'chat' | 'embeddings'): Promise<ModelFacts>
  /**
   * Checks a name against the list of its provider. A provider that lists no model of the kind may still have one.
   * @throws ApiError `model_not_found` with similar ids
   */
  requireListed(publicId: string, kind: 'chat' | 'embeddings'): Promise<void>
  /** The public ID of a model that the operator or its provider lists, by that or by an alias. @returns null: none does */
  listedId(named: string): string | null
  /** Reads the model list of a provider; null: its configuration does not allow that as a probe. */
  probeOf(providerId: string): ((signal: AbortSignal) => Promise<unknown>) | null
  /** Asks a provider whether it accepts the key with this name; null: that is not possible. */
  keyCheckOf(keyName: string): NonNullable<Provider['checkKey']> | null
  /** The models that have several deployments, and these. */
  deployed(): readonly DeployedModel[]
  /** The models for requests that name none; the list marks the same ones. */
  defaults(): DefaultModels
  /**
   * Models that can be used now; `all` adds those to download or configure, `off` the disabled ones. Never
   * throws.
   */
  list(options?: { readonly all?: boolean; readonly off?: boolean }): Promise<Model[]>
}

export interface DeployedModel {
  readonly publicId: string
  readonly deployments: readonly FoundDeployment[]
}

export interface RegistryDeps {
  readonly providers: ReadonlyMap<string, Provider>
  readonly models: readonly ModelEntry[]
  readonly defaults: DefaultModels
  readonly overrides: ModelOverrides
  /** Public ids by other names for them. */
  readonly aliases: ReadonlyMap<string, string>
}

/** The models and lists of each provider, cached while the provider is the same object. */
export type RegistryMemory = ReturnType<typeof createRegistryMemory>

export function createRegistryMemory() {
  return {
    lists: new ModelLists(),
    chat: new ModelCache('chat', (provider, id) => provider.language?.(id)),
    embeddings: new ModelCache('embeddings', (provider, id) => provider.embedding?.(id)),
    rerankers: new ModelCache('rerank', (provider, id) => provider.reranking?.(id)),
    typed: new TypedModels(),
  }
}

/**
 * Resolves public ids to models. It is cheap to recreate: a registry over the same cache keeps the models and
 * lists of unchanged providers.
 */
export function createRegistry(deps: RegistryDeps, memory: RegistryMemory): Registry {
  const { providers, overrides, defaults, aliases } = deps
  const { lists, chat, embeddings, rerankers, typed } = memory
  const configured = new Map(deps.models.map(entry => [entry.id, entry]))
  const sources = { providers, configured, lists, overrides, aliases }
  const recent = new RecentTargets<ChatTarget>(lists)

  return {
    resolve(publicId) {
      return recent.get(publicId, () =>
        withDeployments<ChatTarget>(findModel(publicId, 'chat', sources), providers, found => {
          const input = found.provider.id === 'local' ? (['text'] as const) : found.facts.input
          return { ...toTarget(found, chat.get(found.provider, found.upstreamId)), input }
        }),
      )
    },
    resolveEmbedding(publicId) {
      return withDeployments<EmbeddingTarget>(
        findModel(publicId, 'embeddings', sources),
        providers,
        found => {
          const { dimensions, dimensionsAdjustable } = found.facts
          const target = toTarget(found, embeddings.get(found.provider, found.upstreamId))
          return { ...target, dimensions, dimensionsAdjustable }
        },
      )
    },
    resolveReranker(publicId) {
      return withDeployments(findModel(publicId, 'rerank', sources), providers, found =>
        toTarget(found, rerankers.get(found.provider, found.upstreamId)),
      )
    },
    resolveAs(type, publicId) {
      return withDeployments(findModel(publicId, type.kind, sources), providers, found =>
        toTarget(found, typed.get(type, found.provider, found.upstreamId)),
      )
    },
    transcribers: async () => {
      const listed = await Promise.all(
        providers.values().map(async provider => ({
          provider,
          models: provider.id === 'local' ? await lists.read(provider) : (provider.known ?? []),
        })),
      )
      const ids = [
        ...deps.models.filter(entry => entry.kind === 'speech').map(entry => entry.id),
        ...listed.flatMap(({ provider, models }) =>
          models
            .filter(({ kind, state = 'ready' }) => kind === 'speech' && state === 'ready')
            .filter(facts => !isRetired(retirementOf({ provider, upstreamId: facts.id, facts }), Date.now()))
            .map(model => toPublicId(provider.id, model.id)),
        ),
      ]
      return ids.filter(id => isOn(overrides, id))
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
    async requireListed(publicId, kind) {
      const { provider, listed } = findModel(publicId, kind, sources)
      if (listed) return
      const ids = (await lists.read(provider))
        .filter(model => model.kind === kind)
        .map(model => toPublicId(provider.id, model.id))
      // Ollama takes a name without its default tag.
      if (ids.length === 0 || ids.includes(publicId) || ids.includes(`${publicId}:latest`)) return
      throw unknownModel(publicId, ids)
    },
    listedId: named => findListedId(named, sources),
    probeOf(providerId) {
      const provider = providers.get(providerId)
      return provider?.probe === true ? signal => provider.list?.(signal) ?? Promise.resolve() : null
    },
    keyCheckOf(keyName) {
      const [providerId = '', number] = keyName.split('#')
      const provider = providers.get(providerId)
      const withKey = provider?.keys?.find(({ keyNumber }) => String(keyNumber) === number) ?? provider
      return withKey?.checkKey ?? null
    },
    deployed() {
      const ids = [...configured.keys(), ...overrides.keys()].filter(id => hasDeployments(id, sources))
      return [...new Set(ids)].flatMap(publicId => {
        const kind = configured.get(publicId)?.kind
        const found = (kind === undefined ? modelKinds : [kind])
          .map(each => resolveOrNull(() => findModel(publicId, each, sources)))
          .find(each => each !== null)
        const deployments = found === undefined ? null : deploymentsOf(found, providers)
        return deployments ? [{ publicId, deployments }] : []
      })
    },
    defaults: () => defaults,
    imageReaders: () =>
      [
        ...deps.models
          .filter(entry => entry.kind === 'chat' && entry.input?.includes('image'))
          .map(each => each.id),
        ...providers.values().flatMap(provider =>
          lists
            .latest(provider)
            .filter(model => model.kind === 'chat' && model.input?.includes('image'))
            .map(model => toPublicId(provider.id, model.id)),
        ),
      ].filter(id => isOn(overrides, id)),
    list: ({ all = false, off = false } = {}) => listModels(sources, { all, off, defaults }),
  }
}

function hasDeployments(id: string, { configured, overrides }: ModelSources): boolean {
  const entry = configured.get(id)
  return (entry === undefined ? overrides.get(id)?.deployments : entry.deployments) !== undefined
}

/** Null: it is disabled, or its provider is not configured. */
function resolveOrNull<Value>(resolve: () => Value): Value | null {
  try {
    return resolve()
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** @param toOne the target of a model by one provider */
function withDeployments<T extends Target<{ readonly modelId: string }>>(
  found: FoundModel,
  providers: ReadonlyMap<string, Provider>,
  toOne: (found: FoundModel) => T,
): T {
  const deployments = deploymentsOf(found, providers)
  if (deployments === null) return toOne(found)
  const targets = deployments.map(each => ({ ...toOne(each), deployment: each.deployment }))
  const [first] = targets
  return first === undefined ? toOne(found) : { ...first, deployments: targets }
}

function toTarget<ProviderModel extends { readonly modelId: string }>(
  found: FoundModel,
  model: ProviderModel,
): Target<ProviderModel> {
  const { publicId, provider, facts, fallbacks, listed } = found
  const retires = retirementOf(found)
  const replacement = retires === undefined ? undefined : replacementOf(found)
  return {
    publicId,
    providerId: provider.id,
    model,
    ...targetPrice(found, Date.now()),
    catalogId: catalogIdOf(found),
    contextWindow: facts.contextWindow,
    fallbacks,
    listed,
    ...(retires !== undefined && { retires }),
    ...(replacement !== undefined && { successor: toPublicId(provider.id, replacement) }),
    ...(provider.reportsCosts === true && { reportsCosts: true }),
    ...(provider.hidesThinking === true && { hidesThinking: true }),
    ...(provider.searchesUnasked?.test(model.modelId) === true && { searchesUnasked: true }),
    ...(provider.speechSecondsMin !== undefined && { speechSecondsMin: provider.speechSecondsMin }),
    timers: provider.timers,
    assemble: provider.assemble,
  }
}
