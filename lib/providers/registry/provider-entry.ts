import { type ProviderKind, providerKinds } from '#lib/known-providers.ts'
import { allProviders, providerById } from '#lib/providers/all-providers.ts'
import type { ProviderDefinition } from '#lib/providers/define-provider.ts'

/** A provider as configured. */
export interface ProviderEntry {
  readonly id: string
  readonly kind: ProviderKind
  /** Id of the definition whose differences apply; absent: by the address. */
  readonly server?: string
  /** Null: the known address of this id. */
  readonly baseUrl: string | null
  readonly apiKey: string | null
  readonly from: 'file' | 'environment' | 'console'
}

/** What an entry means. */
export interface ResolvedEntry {
  readonly baseUrl: string
  /** Which capabilities are offered and how chat is asked for: by the entry's kind. */
  readonly api: ProviderDefinition
  /** How the server behind it departs from that API, what it embeds and reranks with, and which models are known. */
  readonly server: ProviderDefinition
}

/** Whether this version knows the kind: rows in a database may come from a newer one. */
export function isProviderKind(kind: string): kind is ProviderKind {
  return providerKinds.some(known => known === kind)
}

/** @throws Error when the entry has no address, or names a server that is not known */
export function resolveEntry(entry: ProviderEntry): ResolvedEntry {
  const baseUrl = entry.baseUrl ?? allProviders.find(({ id }) => id === entry.id)?.baseUrl
  if (baseUrl === undefined) throw new Error(`The provider "${entry.id}" needs a baseUrl.`)
  const server = findServer(entry, baseUrl)
  const api = server.kind === entry.kind ? server : definitionOfKind(entry.kind)
  return { baseUrl, api, server }
}

// Any of them may be behind an entry of the kinds `openai` and `anthropic`. The Messages API has no variants, and the
// embedded engine is not configured.
const servers = allProviders.filter(
  ({ id, apiFormats }) => id !== 'local' && !apiFormats.includes('messages'),
)

function findServer(entry: ProviderEntry, baseUrl: string): ProviderDefinition {
  if (entry.kind !== 'openai' && entry.kind !== 'anthropic') return definitionOfKind(entry.kind)
  if (entry.server === undefined) return serverOf(baseUrl)
  const server = servers.find(({ id }) => id === entry.server)
  if (server !== undefined) return server
  const ids = servers.map(({ id }) => id).join(', ')
  throw new Error(`The provider "${entry.id}" names the server "${entry.server}"; known are ${ids}.`)
}

function definitionOfKind(kind: ProviderKind): ProviderDefinition {
  return providerById(kind === 'openai' ? 'other' : kind)
}

/** The kind of server at an address. */
export function serverOf(baseUrl: string): ProviderDefinition {
  const { hostname, host } = new URL(baseUrl)
  const matches = (pattern: RegExp) => pattern.test(hostname) || pattern.test(host)
  return servers.find(({ hosts }) => hosts.some(matches)) ?? providerById('other')
}
