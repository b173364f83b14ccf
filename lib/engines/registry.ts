import type { Model, ModelKind } from '#lib/contracts/models.ts'
import {
  createLocalProvider,
  createProvider,
  type ProviderEntry,
  type ProviderMeans,
} from './create-provider.ts'
import { knownProviders } from './known-providers.ts'
import type { ChatTarget } from './language/chat-target.ts'
import type { LanguageModel } from './language/language-model.ts'
import { listAllModels } from './list-all-models.ts'
import { noChat, notConfigured, unknownModel, wrongKind } from './model-errors.ts'
import { ModelLists, toPublicId } from './model-lists.ts'
import type { Provider } from './provider.ts'
import { publicModels, webModels } from './public-models.ts'

/** A model as the operator configured it. */
export interface ModelEntry {
  readonly id: string
  readonly provider: string
  readonly upstream: string
  readonly kind: Exclude<ModelKind, 'web'>
  readonly input?: readonly ('text' | 'image' | 'audio')[]
  readonly context?: number
  readonly dimensions?: number
  /** US dollars per million tokens. */
  readonly price?: { readonly input: number; readonly output: number }
  readonly fallbacks: readonly string[]
}

export interface RegistryOptions extends ProviderMeans {
  readonly providers: readonly ProviderEntry[]
  readonly models: readonly ModelEntry[]
  /** Our own models process; null when there is none. */
  readonly local: { readonly baseUrl: string; readonly token: string } | null
  /** Public ids that are the usual choice of their kind. */
  readonly defaults?: readonly string[]
}

export interface Registry {
  /** @throws ApiError `model_not_found` that says how to get the model, or which ids are like it */
  resolve(publicId: string): ChatTarget
  /** Public ids of the chat models known to read images. */
  imageReaders(): readonly string[]
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
  const engines = new Map<string, LanguageModel>()
  const lists = new ModelLists()
  const defaults = new Set(options.defaults)

  for (const entry of options.models) {
    if (!providers.has(entry.provider)) {
      throw new Error(
        `The model "${entry.id}" names the provider "${entry.provider}", which is not configured.`,
      )
    }
  }

  function engineOf(provider: Provider, upstreamId: string): LanguageModel | null {
    const key = `${provider.id}/${upstreamId}`
    const known = engines.get(key)
    if (known !== undefined) return known
    const engine = provider.language?.(upstreamId) ?? null
    // Any name may be asked for, so what is kept is bounded.
    if (engine !== null && engines.size < 1000) engines.set(key, engine)
    return engine
  }

  function knownIds(): string[] {
    const listed = providers.keys().flatMap(id => lists.latest(id).map(model => toPublicId(id, model.id)))
    return [...configured.keys(), ...publicModels.map(model => model.id), ...listed]
  }

  function resolveConfigured(entry: ModelEntry): ChatTarget {
    if (entry.kind !== 'chat') throw wrongKind(entry.id, entry.kind)
    const provider = providers.get(entry.provider)
    const model = provider === undefined ? null : engineOf(provider, entry.upstream)
    if (model === null) throw noChat(entry.provider)
    return {
      publicId: entry.id,
      providerId: entry.provider,
      model,
      price: entry.price,
      contextWindow: entry.context,
      input: entry.input,
      fallbacks: entry.fallbacks,
      ...(entry.provider === 'local' && { firstEventMs: embeddedFirstEventMs }),
    }
  }

  function resolveListed(publicId: string, provider: Provider, upstreamId: string): ChatTarget {
    const listed = lists.latest(provider.id).find(model => toPublicId(provider.id, model.id) === publicId)
    if (listed !== undefined && listed.kind !== 'chat') throw wrongKind(publicId, listed.kind)
    const local = provider.id === 'local'
    // The embedded engine is known by its catalogue's own ids, which carry the prefix.
    const model = engineOf(provider, local ? publicId : upstreamId)
    if (model === null) throw noChat(provider.id)
    return {
      publicId,
      providerId: provider.id,
      model,
      contextWindow: local ? listed?.contextWindow : undefined,
      input: local ? ['text'] : listed?.input,
      fallbacks: [],
      ...(local && { firstEventMs: embeddedFirstEventMs }),
    }
  }

  return {
    resolve(publicId) {
      const entry = configured.get(publicId)
      if (entry !== undefined) return resolveConfigured(entry)
      if (webModels.includes(publicId)) throw wrongKind(publicId, 'web')
      const named = publicModels.find(model => model.id === publicId)
      if (named !== undefined) {
        throw providers.has(named.provider)
          ? wrongKind(publicId, named.kind)
          : notConfigured(publicId, named.provider)
      }
      const slash = publicId.indexOf('/')
      const providerId = slash === -1 ? '' : publicId.slice(0, slash)
      const provider = providers.get(providerId)
      if (provider !== undefined && slash < publicId.length - 1) {
        return resolveListed(publicId, provider, publicId.slice(slash + 1))
      }
      if (knownProviders.some(known => known.id === providerId)) throw notConfigured(publicId, providerId)
      throw unknownModel(publicId, knownIds())
    },
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
