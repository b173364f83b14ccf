import { storedCatalog } from '#lib/prices/catalog.ts'
import type { ModelLists } from './listing/model-lists.ts'
import { cannot, type CallKind } from './model-errors.ts'
import type { ModelType } from './model-type.ts'
import type { Provider } from './provider.ts'

// Clients choose the names, so the number of cached models is bounded.
const cachedMax = 1000

/** Targets of this second: a price may change with the minute. */
export class RecentTargets<T> {
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
export class ModelCache<CachedModel> {
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
export class TypedModels {
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
