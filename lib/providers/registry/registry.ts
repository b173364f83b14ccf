import type { EmbeddingTarget } from '#lib/providers/embedding/embedding-target.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { ModelFacts } from './model-facts.ts'
import type { RerankTarget } from '#lib/providers/reranking/rerank-target.ts'
import { findModel, type FoundModel, type ModelSources, isOn, type ModelOverrides } from './find-model.ts'
import { ApiError } from '#lib/errors.ts'
import { deploymentsOf, type FoundDeployment } from './deployments.ts'
import { storedCatalog } from '#lib/prices/catalog.ts'
import { isModelKind, type ModelEntry, modelKinds } from './model-entry.ts'
import { ModelLists, toPublicId } from './model-lists.ts'
import type { Provider } from './provider.ts'
import { isRetired, lastRetirement, replacementOf, retirementOf } from './retirement.ts'
import type { Target } from './target.ts'
import { describePrice, targetPrice, type PricedModel } from './target-price.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import type { DefaultModels } from '#lib/contracts/api/search/answer-model.ts'
import { cannot, unknownModel, type CallKind } from './model-errors.ts'
import type { ModelType } from './model-type.ts'
import type { ListedModel } from '#lib/providers/listed-model.ts'
import { extractiveModel, publicModels } from './public-models.ts'

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
    list: ({ all = false, off = false } = {}) => listAllModels(sources, { all, off, defaults }),
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
    contextWindow: facts.contextWindow,
    fallbacks,
    listed,
    ...(retires !== undefined && { retires }),
    ...(replacement !== undefined && { successor: toPublicId(provider.id, replacement) }),
    ...(provider.reportsCosts === true && { reportsCosts: true }),
    ...(provider.hidesThinking === true && { hidesThinking: true }),
    ...(provider.speechSecondsMin !== undefined && { speechSecondsMin: provider.speechSecondsMin }),
    timers: provider.timers,
    assemble: provider.assemble,
  }
}

// Clients choose the names, so the number of cached models is bounded.
const cachedMax = 1000

/** Targets of this second: a price may change with the minute. */
class RecentTargets<T> {
  readonly #lists: ModelLists
  readonly #targets = new Map<string, T>()
  #second = 0
  #reads = 0
  #catalog: object | null = null

  constructor(lists: ModelLists) {
    this.#lists = lists
  }

  get(publicId: string, resolve: () => T): T {
    this.#forgetOld()
    const known = this.#targets.get(publicId)
    if (known !== undefined) return known
    const target = resolve()
    if (this.#targets.size < cachedMax) this.#targets.set(publicId, target)
    return target
  }

  #forgetOld(): void {
    const second = Math.floor(Date.now() / 1000)
    const { reads } = this.#lists
    const catalog = storedCatalog()
    if (second === this.#second && reads === this.#reads && catalog === this.#catalog) return
    this.#second = second
    this.#reads = reads
    this.#catalog = catalog
    this.#targets.clear()
  }
}

/**
 * Creates each model of a provider once, so that what it learns about its server persists with the provider.
 */
class ModelCache<CachedModel> {
  readonly #kind: CallKind
  readonly #create: (provider: Provider, modelId: string) => CachedModel | undefined
  readonly #models = new WeakMap<Provider, Map<string, CachedModel>>()

  constructor(kind: CallKind, create: (provider: Provider, modelId: string) => CachedModel | undefined) {
    this.#kind = kind
    this.#create = create
  }

  /** @throws ApiError `model_not_found` when the provider has no models of the kind */
  get(provider: Provider, modelId: string): CachedModel {
    const known = this.#models.get(provider)
    const cached = known?.get(modelId)
    if (cached !== undefined) return cached
    const model = this.#create(provider, modelId)
    if (model === undefined) throw cannot(provider.id, this.#kind)
    const ofProvider = known ?? new Map<string, CachedModel>()
    if (known === undefined) this.#models.set(provider, ofProvider)
    if (ofProvider.size < cachedMax) ofProvider.set(modelId, model)
    return model
  }
}

/** A cache for each type. */
class TypedModels {
  readonly #caches = new Map<ModelType<unknown>, ModelCache<unknown>>()

  get<TypedModel>(type: ModelType<TypedModel>, provider: Provider, modelId: string): TypedModel {
    const cache = this.#caches.get(type) ?? createTypeCache(type)
    this.#caches.set(type, cache)
    // The type created what is in its cache.
    return cache.get(provider, modelId) as TypedModel
  }
}

function createTypeCache<TypedModel>({ kind, inputField, create }: ModelType<TypedModel>) {
  return new ModelCache(kind, (provider, id) => {
    const upstream = provider.upstream?.(id, inputField)
    return upstream === undefined ? undefined : create(upstream)
  })
}

interface ListOptions {
  /** Adds models that could be downloaded or configured. */
  readonly all: boolean
  /** Adds models that admins disabled. */
  readonly off?: boolean
  readonly defaults: DefaultModels
}

type ListedPrice = Omit<PricedModel, 'publicId' | 'provider'> &
  Pick<ModelEntry, 'deployments'> & { readonly provider: Provider | undefined }

/** Models that can be used now, and more on request. */
async function listAllModels(
  { configured, providers, lists, overrides, aliases }: ModelSources,
  { all, off = false, defaults }: ListOptions,
): Promise<Model[]> {
  const toDeployments = (
    id: string,
    { deployments, ...model }: ListedPrice,
    facts: Omit<ListedModel, 'id'>,
  ) => {
    const own = configured.has(id) ? deployments : overrides.get(id)?.deployments
    return (
      own?.map(each => ({ provider: providers.get(each.provider), upstreamId: each.upstream })) ?? [
        { ...model, facts },
      ]
    )
  }
  const found = new Map<string, Model>()
  const add = (
    id: string,
    ownedBy: string,
    listed: Omit<ListedModel, 'id'>,
    pricing: ListedPrice | null = null,
  ): void => {
    if (found.has(id) || !(off || isOn(overrides, id))) return
    const { state: _state, ...rest } = listed
    const override = overrides.get(id)
    const contextWindow = configured.get(id)?.context ?? override?.contextTokens ?? listed.contextWindow
    const deployments = pricing === null ? [] : toDeployments(id, pricing, listed)
    const retires = deployments.length === 0 ? undefined : lastRetirement(deployments)
    const facts = { ...(all ? listed : rest), contextWindow, ...(retires !== undefined && { retires }) }
    const price = pricing?.price ?? override?.price ?? undefined
    const priced = pricing && describePrice({ ...pricing, publicId: id, price }, Date.now())
    found.set(id, {
      ...toModel(id, ownedBy, facts, priced),
      ...toProviderFields(deployments),
      ...(retires !== undefined && toSuccessorField(deployments)),
    })
  }
  for (const entry of configured.values()) {
    const { id, provider, upstream, kind, input, context, dimensions } = entry
    const known = providers.get(provider)?.known?.find(model => model.id === upstream)
    const listed = {
      kind,
      input,
      contextWindow: context ?? known?.contextWindow,
      dimensions: dimensions ?? known?.dimensions,
      dimensionsAdjustable: known?.dimensionsAdjustable,
      state: 'ready',
    } as const
    const pricing = { ...entry, provider: providers.get(provider), upstreamId: upstream }
    const deployedAt = entry.deployments?.map(each => each.provider) ?? [provider]
    if (all || deployedAt.some(each => answers(providers.get(each), kind))) add(id, provider, listed, pricing)
  }
  for (const { id, provider, model } of publicModels) {
    const pricing = { provider: providers.get(provider), upstreamId: model.id }
    if (answers(pricing.provider, model.kind)) add(id, provider, { ...model, state: 'ready' }, pricing)
  }
  const read = [...providers.values()].map(async provider => ({
    provider,
    models: await lists.read(provider),
  }))
  for (const { provider, models } of await Promise.all(read)) {
    for (const { state = 'ready', ...model } of models) {
      const ready = state === 'ready' && answers(provider, model.kind)
      const pricing = { provider, upstreamId: model.id }
      if (all || ready) add(toPublicId(provider.id, model.id), provider.id, { ...model, state }, pricing)
    }
  }
  for (const [alias, id] of aliases) {
    const model = found.get(id)
    if (model !== undefined && !found.has(alias)) found.set(alias, { ...model, id: alias, alias_of: id })
  }
  if (providers.has('local')) add(extractiveModel, 'local', { kind: 'web', state: 'ready' })
  if (!all) return [...found.values()]
  for (const [kind, id] of Object.entries(defaults)) {
    // No list has it while its provider is unavailable, and it is still the default.
    if (isModelKind(kind)) add(id, id.split('/')[0] ?? '', { kind })
  }
  for (const { id, provider, model } of publicModels) {
    if (!providers.has(provider)) add(id, provider, { ...model, state: 'not_configured' })
  }
  return found
    .values()
    .map(model => (defaults[model.type] === model.id ? { ...model, default: true as const } : model))
    .toArray()
}

type ListedDeployment = Parameters<typeof lastRetirement>[0][number] & {
  readonly provider: Provider | undefined
}

/** All providers that receive the requests, if they are several. */
function toProviderFields(deployments: readonly ListedDeployment[]): Pick<Model, 'providers'> {
  const names = [...new Set(deployments.flatMap(({ provider }) => provider?.id ?? []))]
  return names.length > 1 ? { providers: names } : {}
}

function toSuccessorField(deployments: readonly ListedDeployment[]): Pick<Model, 'successor'> {
  for (const { provider, upstreamId } of deployments) {
    const replacement = replacementOf({ provider, upstreamId })
    if (provider !== undefined && replacement !== undefined) {
      return { successor: toPublicId(provider.id, replacement) }
    }
  }
  return {}
}

/** Whether the provider serves models of this kind. */
function answers(provider: Provider | undefined, kind: ListedModel['kind']): boolean {
  switch (kind) {
    case 'chat':
      return provider?.language !== undefined
    case 'embeddings':
      return provider?.embedding !== undefined
    case 'rerank':
      return provider?.reranking !== undefined
    case 'speech':
      return provider?.upstream !== undefined
    case 'web':
      return false
  }
}

function toModel(
  id: string,
  ownedBy: string,
  listed: Omit<ListedModel, 'id'>,
  pricing: Model['pricing'] | null,
): Model {
  const { kind, contextWindow, dimensions, dimensionsAdjustable, input, promptTokensPerSecond, state } =
    listed
  const { retires } = listed
  return {
    id,
    object: 'model',
    created: 0,
    owned_by: ownedBy,
    type: kind,
    ...(dimensions !== undefined && { dimensions }),
    ...(dimensionsAdjustable !== undefined && { dimensions_adjustable: dimensionsAdjustable }),
    ...(contextWindow !== undefined && { context_window: contextWindow }),
    ...(kind !== 'web' && { capabilities: [kind] }),
    ...(input !== undefined && { input: [...input] }),
    ...toPriceFields(pricing),
    ...(retires !== undefined && { shutdown_date: retires }),
    ...(promptTokensPerSecond !== undefined && { prompt_tokens_per_second: promptTokensPerSecond }),
    ...(state !== undefined && { state }),
  }
}

/** Only tokens have a price in the older field, which clients compare. */
function toPriceFields(pricing: Model['pricing'] | null): Pick<Model, 'price' | 'pricing'> {
  if (pricing === null || pricing === undefined) return {}
  const { input, output } = pricing.rates ?? {}
  if (input === undefined && output === undefined) return { pricing }
  return { price: { input: input ?? 0, output: output ?? 0 }, pricing }
}
