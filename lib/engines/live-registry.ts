import { createProvider } from './create-provider.ts'
import { createRegistryMemory, joinRegistry } from './join-registry.ts'
import type { ModelEntry } from './model-entry.ts'
import type { ModelOverrides } from './model-override.ts'
import type { Provider } from './provider.ts'
import type { ProviderEntry } from './provider-entry.ts'
import { createProviders, type Registry, type RegistryOptions } from './registry.ts'

/** What comes on top of the configuration. */
export interface AddedModels {
  readonly providers: readonly ProviderEntry[]
  readonly models: readonly ModelEntry[]
  readonly overrides: ModelOverrides
  /** Public ids that are the usual choice of their kind. */
  readonly defaults: readonly string[]
}

/** What was added and cannot work, with the reason, by the id of the provider or model. */
export interface Refused {
  readonly providers: ReadonlyMap<string, string>
  readonly models: ReadonlyMap<string, string>
}

/** A registry that learns of new providers while it is used: a call keeps what it has resolved. */
export interface LiveRegistry extends Registry {
  /** Puts these in the place of what was added before. Nothing that cannot work keeps the rest from working. */
  replace(added: AddedModels): Refused
}

/** @throws Error for an entry of the configuration that cannot work */
export function createLiveRegistry(options: RegistryOptions): LiveRegistry {
  const memory = createRegistryMemory()
  const fixed = createProviders(options)
  const { models, defaults = [], overrides = new Map() } = options
  let kept = new Map<string, { readonly entry: string; readonly provider: Provider }>()
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
      const ids = new Set(models.map(model => model.id))
      const working = added.models.filter(model => {
        const reason = ids.has(model.id)
          ? taken(model.id)
          : providers.has(model.provider)
            ? null
            : `There is no provider ${model.provider}.`
        ids.add(model.id)
        if (reason !== null) refused.models.set(model.id, reason)
        return reason === null
      })
      current = joinRegistry(
        { providers, models: [...models, ...working], defaults: added.defaults, overrides: added.overrides },
        memory,
      )
      return refused

      function tryToMake(entry: ProviderEntry, text: string): void {
        try {
          made.set(entry.id, { entry: text, provider: createProvider(entry, options) })
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
