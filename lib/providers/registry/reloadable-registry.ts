import {
  createLocalProvider,
  createProvider,
  type LocalAddress,
  type ProviderDeps,
} from './create-provider.ts'
import type { ModelOverrides } from './find-model.ts'
import type { DefaultModels } from '#lib/contracts/api/search/answer-model.ts'
import { isModelKind, type ModelEntry } from './model-entry.ts'
import type { Provider } from './provider.ts'
import { isProviderKind, type ProviderEntry } from './provider-entry.ts'
import { createRegistry, createRegistryMemory, type Registry } from './registry.ts'
import { requireCatalogPrices } from './target-price.ts'

export interface RegistryOptions extends ProviderDeps {
  readonly providers: readonly ProviderEntry[]
  readonly models: readonly ModelEntry[]
  /** Null when there is none. */
  readonly local: LocalAddress | null
  readonly defaults?: DefaultModels
  readonly overrides?: ModelOverrides
  /** Public ids by other names for them. */
  readonly aliases?: Readonly<Record<string, string>>
}

/** Additions to the configuration. */
export interface AddedModels {
  readonly providers: readonly AddedProvider[]
  readonly models: readonly AddedModel[]
  readonly overrides: ModelOverrides
  readonly defaults: DefaultModels
  readonly aliases?: Readonly<Record<string, string>>
}

/** As stored, possibly by another version. */
type AddedProvider = Omit<ProviderEntry, 'kind'> & { readonly kind: string }
type AddedModel = Omit<ModelEntry, 'kind'> & { readonly kind: string }

/** Reasons why additions do not work, by id of the provider or model. */
export interface Refused {
  readonly providers: ReadonlyMap<string, string>
  readonly models: ReadonlyMap<string, string>
}

/** A registry whose providers can be replaced while in use; a running request keeps its resolved model. */
export interface ReloadableRegistry extends Registry {
  /** Replaces all previous additions. An invalid entry does not affect the others. */
  replace(added: AddedModels): Refused
  /** Of every provider, configured or added. */
  providerIds(): readonly string[]
  /** Each `key` of the deployments of all providers. */
  keys(): ReadonlySet<object>
}

/** @throws Error for an invalid entry of the configuration */
export function createReloadableRegistry(options: RegistryOptions): ReloadableRegistry {
  const memory = createRegistryMemory()
  const fixed = createProviders(options)
  const { models, defaults = {}, overrides = new Map() } = options
  const aliases = new Map(Object.entries(options.aliases ?? {}))
  requireCatalogPrices(models, fixed)
  let previous = new Map<string, { readonly entry: string; readonly provider: Provider }>()
  let ids: readonly string[] = [...fixed.keys()]
  let current = createRegistry({ providers: fixed, models, defaults, overrides, aliases }, memory)

  return {
    resolve: id => current.resolve(id),
    resolveEmbedding: id => current.resolveEmbedding(id),
    resolveReranker: id => current.resolveReranker(id),
    resolveAs: (type, id) => current.resolveAs(type, id),
    transcribers: () => current.transcribers(),
    imageReaders: () => current.imageReaders(),
    facts: (id, kind) => current.facts(id, kind),
    requireListed: (id, kind) => current.requireListed(id, kind),
    listedId: named => current.listedId(named),
    probeOf: providerId => current.probeOf(providerId),
    keyCheckOf: keyName => current.keyCheckOf(keyName),
    deployed: () => current.deployed(),
    defaults: () => current.defaults(),
    list: listing => current.list(listing),
    providerIds: () => ids,
    keys() {
      const added = previous.values().map(({ provider }) => provider)
      return new Set([...fixed.values(), ...added].flatMap(provider => provider.keys ?? [provider]))
    },

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
        ...fixed.entries().filter(([id]) => id === 'local'),
      ])
      ids = [...providers.keys()]
      const working: ModelEntry[] = [...models]
      for (const { kind, ...model } of added.models) {
        if (working.some(({ id }) => id === model.id)) refused.models.set(model.id, taken(model.id))
        else if (!providers.has(model.provider))
          refused.models.set(model.id, `There is no provider ${model.provider}.`)
        else if (isModelKind(kind)) working.push(withOwnDeployments({ ...model, kind }, added.overrides))
        else refused.models.set(model.id, `Unknown model kind: ${kind}.`)
      }
      const names = new Map(aliases)
      for (const [alias, id] of Object.entries(added.aliases ?? {})) {
        if (names.has(alias) || working.some(model => model.id === alias))
          refused.models.set(alias, taken(alias))
        else names.set(alias, id)
      }
      const { defaults: chosen, overrides: changed } = added
      current = createRegistry(
        { providers, models: working, defaults: chosen, overrides: changed, aliases: names },
        memory,
      )
      return refused

      function tryToCreate({ kind, ...entry }: AddedProvider, text: string): void {
        try {
          if (!isProviderKind(kind)) throw new Error(`Unknown provider kind: ${kind}.`)
          created.set(entry.id, { entry: text, provider: createProvider({ ...entry, kind }, options) })
        } catch (error) {
          refused.providers.set(entry.id, error instanceof Error ? error.message : String(error))
        }
      }
    },
  }
}

/** A model that the console has named, with the deployments that it has there. */
function withOwnDeployments(model: ModelEntry, overrides: ModelOverrides): ModelEntry {
  const { deployments } = overrides.get(model.id) ?? {}
  return deployments ? { ...model, deployments } : model
}

/** A registry of only the configuration. @throws Error for an invalid provider or model entry */
export function createFixedRegistry(options: RegistryOptions): Registry {
  const { models, defaults = {}, overrides = new Map() } = options
  const aliases = new Map(Object.entries(options.aliases ?? {}))
  const providers = createProviders(options)
  for (const { id, provider, deployments = [{ provider }] } of models) {
    const unknown = deployments.find(each => !providers.has(each.provider))
    if (unknown === undefined) continue
    throw new Error(`The model "${id}" names the provider "${unknown.provider}", which is not configured.`)
  }
  requireCatalogPrices(models, providers)
  return createRegistry({ providers, models, defaults, overrides, aliases }, createRegistryMemory())
}

/** The providers of the configuration, and the embedded engine last. */
function createProviders(options: RegistryOptions): Map<string, Provider> {
  const providers = new Map(options.providers.map(entry => [entry.id, createProvider(entry, options)]))
  if (options.local !== null) providers.set('local', createLocalProvider(options.local, options))
  return providers
}

function taken(id: string): string {
  return `The ID ${id} is already used in the configuration.`
}
