import type { Registry } from './join-registry.ts'
import {
  createLocalProvider,
  createProvider,
  type LocalAddress,
  type ProviderDeps,
} from './create-provider.ts'
import { createRegistryMemory, joinRegistry } from './join-registry.ts'
import type { ModelEntry } from './model-entry.ts'
import type { Provider } from './provider.ts'
import type { ProviderEntry } from './provider-entry.ts'
import type { ModelOverrides } from './find-model.ts'

export interface RegistryOptions extends ProviderDeps {
  readonly providers: readonly ProviderEntry[]
  readonly models: readonly ModelEntry[]
  /** Null when there is none. */
  readonly local: LocalAddress | null
  /** Public ids that are the usual choice of their kind. */
  readonly defaults?: readonly string[]
  readonly overrides?: ModelOverrides
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
  options: Pick<RegistryOptions, 'providers' | 'local'> & ProviderDeps,
): Map<string, Provider> {
  const providers = new Map(options.providers.map(entry => [entry.id, createProvider(entry, options)]))
  if (options.local !== null) providers.set('local', createLocalProvider(options.local, options))
  return providers
}
