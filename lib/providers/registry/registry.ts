import type { Registry } from './join-registry.ts'
import { createProvider, type ProviderMeans, toEngines } from './create-provider.ts'
import { createRegistryMemory, joinRegistry } from './join-registry.ts'
import type { ModelEntry } from './model-entry.ts'
import type { Provider } from './provider.ts'
import type { ProviderEntry } from './provider-entry.ts'
import { internalHeader } from '#lib/internal-token.ts'
import { createOpenAiCompatible } from '#lib/providers/openai-compatible/chat.ts'
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
