import { type ProviderKind, providerKinds } from '#lib/known-providers.ts'
import { allProviders, providerById } from '#lib/providers/all-providers.ts'
import type { ProviderDefinition } from '#lib/providers/define-provider.ts'
import type { Assembling, TargetTimers } from './target.ts'

/** A provider as configured. */
export interface ProviderEntry {
  readonly id: string
  readonly kind: ProviderKind
  /** Id of the definition to use; absent: by URL. */
  readonly server?: string
  /** Null: the default URL of this id. */
  readonly baseUrl: string | null
  /** The first of several that is not null. */
  readonly apiKey: string | null
  /** Several keys, which share the requests. Null: one that cannot be decrypted; the others keep their numbers. */
  readonly apiKeys?: readonly (string | null)[]
  /** Requests in progress, over all keys. */
  readonly maxParallel?: number
  /** Whether its model list may be read to find out that it works again. */
  readonly probe?: boolean
  readonly timers?: TargetTimers
  /** Default: `fallbacks`. */
  readonly assemble?: Assembling
  readonly apiFormats?: EntryFormats
  readonly from: 'file' | 'environment' | 'console'
}

/** Other API formats of the server. */
export interface EntryFormats {
  /** Whether it has the Messages API below its base URL, or its URL; absent: only the kind `anthropic` has it. */
  readonly messages?: boolean | string
  /** Likewise for the Responses API; absent: only OpenAI's own servers have it. */
  readonly responses?: boolean | string
}

/** A resolved entry. */
export interface ResolvedEntry {
  readonly baseUrl: string
  /** Capabilities and chat format, by the entry's kind. */
  readonly api: ProviderDefinition
  /** The server's differences from that API, its embeddings and rerank adapters, and its known models. */
  readonly server: ProviderDefinition
}

/** Whether this version supports the kind: database rows may come from a newer one. */
export function isProviderKind(kind: string): kind is ProviderKind {
  return providerKinds.some(known => known === kind)
}

/** @throws Error when the entry has no URL or names an unknown server */
export function resolveEntry(entry: ProviderEntry): ResolvedEntry {
  const baseUrl = entry.baseUrl ?? allProviders.find(({ id }) => id === entry.id)?.baseUrl
  if (baseUrl === undefined) throw new Error(`The provider "${entry.id}" needs a baseUrl.`)
  const server = findServer(entry, baseUrl)
  const api = server.kind === entry.kind ? server : definitionOfKind(entry.kind)
  return { baseUrl, api, server }
}

// Any of them may back an entry of the kinds `openai` and `anthropic`. The Messages API has no variants, and
// the embedded engine is not configured.
const servers = allProviders.filter(
  ({ id, apiFormats }) => id !== 'local' && !apiFormats.includes('messages'),
)

function findServer(entry: ProviderEntry, baseUrl: string): ProviderDefinition {
  if (entry.kind !== 'openai' && entry.kind !== 'anthropic') return definitionOfKind(entry.kind)
  if (entry.server === undefined) return serverOf(baseUrl)
  const server = servers.find(({ id }) => id === entry.server)
  if (server !== undefined) return server
  const ids = servers.map(({ id }) => id).join(', ')
  throw new Error(
    `The provider "${entry.id}" names the unknown server "${entry.server}"; known servers are ${ids}.`,
  )
}

function definitionOfKind(kind: ProviderKind): ProviderDefinition {
  return providerById(kind === 'openai' ? 'other' : kind)
}

/** Whether a URL is one of a vendor's public API, rather than a server of its own or a proxy. */
export function isPublicApi(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return allProviders.some(
    ({ gives, hosts, baseUrl: known }) =>
      gives === 'key' &&
      (hosts.some(pattern => pattern.test(hostname)) ||
        (known !== undefined && new URL(known).hostname === hostname)),
  )
}

/** The type of server at a URL. */
export function serverOf(baseUrl: string): ProviderDefinition {
  const { hostname, host } = new URL(baseUrl)
  const matches = (pattern: RegExp) => pattern.test(hostname) || pattern.test(host)
  return servers.find(({ hosts }) => hosts.some(matches)) ?? providerById('other')
}
