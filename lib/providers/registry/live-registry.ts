import { createProvider } from './create-provider.ts'
import { createRegistryMemory, joinRegistry } from './join-registry.ts'
import { isModelKind, type ModelEntry } from './model-entry.ts'
import type { Provider } from './provider.ts'
import { isProviderKind, type ProviderEntry } from './provider-entry.ts'
import { createProviders, type RegistryOptions } from './registry.ts'
import type { Registry } from './join-registry.ts'
import type { ModelOverrides } from './find-model.ts'

/** What comes on top of the configuration. */
export interface AddedModels {
  readonly providers: readonly AddedProvider[]
  readonly models: readonly AddedModel[]
  readonly overrides: ModelOverrides
  /** Public ids that are the usual choice of their kind. */
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

/** A registry that learns of new providers while it is used: a call keeps what it has resolved. */
export interface LiveRegistry extends Registry {
  /** Puts these in the place of what was added before. Nothing that cannot work keeps the rest from working. */
  replace(added: AddedModels): Refused
  /** Of every provider, configured or added. */
  providerIds(): readonly string[]
}

/** @throws Error for an entry of the configuration that cannot work */
export function createLiveRegistry(options: RegistryOptions): LiveRegistry {
  const memory = createRegistryMemory()
  const fixed = createProviders(options)
  const { models, defaults = [], overrides = new Map() } = options
  let kept = new Map<string, { readonly entry: string; readonly provider: Provider }>()
  let ids: readonly string[] = [...fixed.keys()]
  let current = joinRegistry({ providers: fixed, models, defaults, overrides }, memory)

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
      const made = new Map<string, { readonly entry: string; readonly provider: Provider }>()
      for (const entry of added.providers) {
        const text = JSON.stringify(entry)
        const known = kept.get(entry.id)
        if (fixed.has(entry.id) || made.has(entry.id)) refused.providers.set(entry.id, taken(entry.id))
        // The same object, so that its models and what was learnt of them are not asked for again.
        else if (known?.entry === text) made.set(entry.id, known)
        else tryToMake(entry, text)
      }
      kept = made
      const providers = new Map([
        ...fixed.entries().filter(([id]) => id !== 'local'),
        ...made.entries().map(([id, { provider }]) => [id, provider] as const),
        // Last: whoever sets up a provider wants it asked first.
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
      current = joinRegistry(
        { providers, models: working, defaults: added.defaults, overrides: added.overrides },
        memory,
      )
      return refused

      function tryToMake({ kind, ...entry }: AddedProvider, text: string): void {
        try {
          if (!isProviderKind(kind)) throw new Error(`There is no kind of provider called ${kind}.`)
          made.set(entry.id, { entry: text, provider: createProvider({ ...entry, kind }, options) })
        } catch (error) {
          refused.providers.set(entry.id, error instanceof Error ? error.message : String(error))
        }
      }
    },
  }
}

function taken(id: string): string {
  return `The id ${id} is taken by the configuration.`
}
