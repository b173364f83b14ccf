import {
  createLocalProvider,
  createProvider,
  type LocalAddress,
  type ProviderDeps,
} from './create-provider.ts'
import type { ModelOverrides } from './find-model.ts'
import { isModelKind, type ModelEntry } from './model-entry.ts'
import type { Provider } from './provider.ts'
import { isProviderKind, type ProviderEntry } from './provider-entry.ts'
import { createRegistry, createRegistryMemory, type Registry } from './registry.ts'

export interface RegistryOptions extends ProviderDeps {
  readonly providers: readonly ProviderEntry[]
  readonly models: readonly ModelEntry[]
  /** Null when there is none. */
  readonly local: LocalAddress | null
  /** Public ids of the default models. */
  readonly defaults?: readonly string[]
  readonly overrides?: ModelOverrides
}

/** What comes on top of the configuration. */
export interface AddedModels {
  readonly providers: readonly AddedProvider[]
  readonly models: readonly AddedModel[]
  readonly overrides: ModelOverrides
  /** Public ids of the default models. */
  readonly defaults: readonly string[]
}

/** As it was stored, by whatever version. */
type AddedProvider = Omit<ProviderEntry, 'kind'> & { readonly kind: string }
type AddedModel = Omit<ModelEntry, 'kind'> & { readonly kind: string }

/** What was added and cannot work, with the reason, by the id of the provider or model. */
export interface Refused {
  readonly providers: ReadonlyMap<string, string>
  readonly models: ReadonlyMap<string, string>
}

/** A registry whose providers can be replaced while it is used; a running call keeps the model that it resolved. */
export interface ReloadableRegistry extends Registry {
  /** Replaces everything that was added before. An entry that cannot work does not affect the others. */
  replace(added: AddedModels): Refused
  /** Of every provider, configured or added. */
  providerIds(): readonly string[]
}

/** @throws Error for an entry of the configuration that cannot work */
export function createReloadableRegistry(options: RegistryOptions): ReloadableRegistry {
  const memory = createRegistryMemory()
  const fixed = createProviders(options)
  const { models, defaults = [], overrides = new Map() } = options
  let previous = new Map<string, { readonly entry: string; readonly provider: Provider }>()
  let ids: readonly string[] = [...fixed.keys()]
  let current = createRegistry({ providers: fixed, models, defaults, overrides }, memory)

  return {
    resolve: id => current.resolve(id),
    resolveEmbedding: id => current.resolveEmbedding(id),
    resolveReranker: id => current.resolveReranker(id),
    resolveSpeech: id => current.resolveSpeech(id),
    transcribers: () => current.transcribers(),
    imageReaders: () => current.imageReaders(),
    facts: (id, kind) => current.facts(id, kind),
    firstConfigured: kind => current.firstConfigured(kind),
    list: listing => current.list(listing),
    providerIds: () => ids,

    replace(added) {
      const refused = { providers: new Map<string, string>(), models: new Map<string, string>() }
      const created = new Map<string, { readonly entry: string; readonly provider: Provider }>()
      for (const entry of added.providers) {
        const text = JSON.stringify(entry)
        const known = previous.get(entry.id)
        if (fixed.has(entry.id) || created.has(entry.id)) refused.providers.set(entry.id, taken(entry.id))
        // The same object, so that its models and lists stay cached.
        else if (known?.entry === text) created.set(entry.id, known)
        else tryToCreate(entry, text)
      }
      previous = created
      const providers = new Map([
        ...fixed.entries().filter(([id]) => id !== 'local'),
        ...created.entries().map(([id, { provider }]) => [id, provider] as const),
        // Last, because operators who add a provider want it preferred.
        ...fixed.entries().filter(([id]) => id === 'local'),
      ])
      ids = [...providers.keys()]
      const working: ModelEntry[] = [...models]
      for (const { kind, ...model } of added.models) {
        if (working.some(({ id }) => id === model.id)) refused.models.set(model.id, taken(model.id))
        else if (!providers.has(model.provider))
          refused.models.set(model.id, `There is no provider ${model.provider}.`)
        else if (isModelKind(kind)) working.push({ ...model, kind })
        else refused.models.set(model.id, `There is no kind of model called ${kind}.`)
      }
      current = createRegistry(
        { providers, models: working, defaults: added.defaults, overrides: added.overrides },
        memory,
      )
      return refused

      function tryToCreate({ kind, ...entry }: AddedProvider, text: string): void {
        try {
          if (!isProviderKind(kind)) throw new Error(`There is no kind of provider called ${kind}.`)
          created.set(entry.id, { entry: text, provider: createProvider({ ...entry, kind }, options) })
        } catch (error) {
          refused.providers.set(entry.id, error instanceof Error ? error.message : String(error))
        }
      }
    },
  }
}

/**
 * A registry of the configuration alone.
 * @throws Error for a provider or model entry that cannot work
 */
export function createFixedRegistry(options: RegistryOptions): Registry {
  const { models, defaults = [], overrides = new Map() } = options
  const providers = createProviders(options)
  for (const entry of models) {
    if (!providers.has(entry.provider)) {
      throw new Error(
        `The model "${entry.id}" names the provider "${entry.provider}", which is not configured.`,
      )
    }
  }
  return createRegistry({ providers, models, defaults, overrides }, createRegistryMemory())
}

/** The providers of the configuration, and the embedded engine last. */
function createProviders(options: RegistryOptions): Map<string, Provider> {
  const providers = new Map(options.providers.map(entry => [entry.id, createProvider(entry, options)]))
  if (options.local !== null) providers.set('local', createLocalProvider(options.local, options))
  return providers
}

function taken(id: string): string {
  return `The id ${id} is taken by the configuration.`
}
