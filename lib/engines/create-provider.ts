import { internalHeader } from '#lib/internal-token.ts'
import { knownProviders } from './known-providers.ts'
import { listModels } from './list-models.ts'
import type { FetchImage } from './language/inline-images.ts'
import { createAnthropic } from './language/anthropic.ts'
import { createOpenAiCompatible } from './language/openai-compatible.ts'
import { quirksOf, serverKinds, serverOf, type Quirks } from './language/quirks.ts'
import type { Provider } from './provider.ts'
import type { UpstreamRequest, UpstreamTarget } from './upstream-request.ts'

/** A provider as configured. */
export interface ProviderEntry {
  readonly id: string
  readonly kind: 'openai' | 'anthropic' | 'cohere' | 'jina' | 'voyage' | 'mixedbread' | 'tei'
  /** The row of known differences; absent: by the address. */
  readonly server?: string
  /** Null: the known address of this id. */
  readonly baseUrl: string | null
  readonly apiKey: string | null
  readonly from: 'file' | 'environment' | 'console'
}

export interface ProviderMeans {
  readonly request: UpstreamRequest
  readonly fetchImage: FetchImage
}

/** @throws Error that says what is wrong with the entry */
export function createProvider(entry: ProviderEntry, means: ProviderMeans): Provider {
  const baseUrl = entry.baseUrl ?? knownProviders.find(known => known.id === entry.id)?.baseUrl
  if (baseUrl === undefined) throw new Error(`The provider "${entry.id}" needs a baseUrl.`)
  const target = toTarget(entry, baseUrl)
  const upstream = {
    providerId: entry.id,
    target,
    request: means.request,
    secrets: [entry.apiKey ?? '', baseUrl, target.origin].filter(secret => secret !== ''),
    local: false,
  }
  const list: Provider['list'] = signal => listModels(entry.id, target, means.request, signal)
  switch (entry.kind) {
    case 'anthropic':
      return { id: entry.id, list, language: modelId => createAnthropic({ ...upstream, modelId }) }
    case 'openai':
    case 'cohere': {
      const chat = { ...upstream, quirks: readQuirks(entry, baseUrl), fetchImage: means.fetchImage }
      return { id: entry.id, list, language: modelId => createOpenAiCompatible({ ...chat, modelId }) }
    }
    case 'jina':
    case 'voyage':
    case 'mixedbread':
    case 'tei':
      return { id: entry.id, list }
  }
}

/** The embedded engine: our own models process on loopback, which takes our internal token and no key. */
export function createLocalProvider(
  local: { baseUrl: string; token: string },
  means: ProviderMeans,
): Provider {
  const { origin, pathname } = new URL(local.baseUrl)
  const target: UpstreamTarget = {
    origin,
    basePath: pathname.replace(/\/+$/, ''),
    policy: 'local',
    headers: { ...common, [internalHeader]: local.token },
  }
  const upstream = {
    providerId: 'local',
    target,
    request: means.request,
    secrets: [local.token, origin],
    local: true,
  }
  return {
    id: 'local',
    list: signal => listModels('local', target, means.request, signal),
    language: modelId =>
      createOpenAiCompatible({
        ...upstream,
        modelId,
        quirks: quirksOf('local'),
        fetchImage: means.fetchImage,
      }),
  }
}

const common = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'user-agent': 'sextant',
}

function toTarget(entry: ProviderEntry, baseUrl: string): UpstreamTarget {
  const { origin, pathname } = new URL(baseUrl)
  return {
    origin,
    basePath: pathname.replace(/\/+$/, ''),
    policy: entry.from === 'console' ? 'guarded' : 'operator',
    headers: { ...common, ...credentials(entry) },
  }
}

function credentials({ kind, apiKey }: ProviderEntry): Record<string, string> {
  if (kind === 'anthropic')
    return { 'anthropic-version': '2023-06-01', ...(apiKey !== null && { 'x-api-key': apiKey }) }
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
}

function readQuirks(entry: ProviderEntry, baseUrl: string): Quirks {
  if (entry.server === undefined) return quirksOf(serverOf(baseUrl))
  const server = serverKinds.find(known => known === entry.server)
  if (server !== undefined && server !== 'local') return quirksOf(server)
  const names = serverKinds.filter(known => known !== 'local').join(', ')
  throw new Error(`The provider "${entry.id}" names the server "${entry.server}"; known are ${names}.`)
}
