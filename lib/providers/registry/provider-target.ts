import type { ProviderEntry } from './provider-entry.ts'
import type { ServerKind } from './server-kind.ts'
import type { UpstreamTarget } from '#lib/providers/transport/upstream-request.ts'

/** Headers of every request to a model server. */
export const commonHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'user-agent': 'sextant',
} as const

/** Where each job of a provider is done. */
export interface ProviderTargets {
  readonly chat: UpstreamTarget
  readonly embedding: UpstreamTarget
  readonly list: UpstreamTarget
}

/**
 * Cohere's jobs live at three addresses, TEI's and Ollama's embeddings beside `/v1`, so that any of them may be
 * configured: what a base address ends with (`/compatibility/v1`, `/v1`, `/v2`) is taken off, and each job adds its own.
 */
export function toTargets(entry: ProviderEntry, server: ServerKind, baseUrl: string): ProviderTargets {
  const at = (address: string) => toTarget(entry, address)
  if (server === 'cohere') {
    const root = baseUrl.replace(/(\/compatibility)?\/v\d+\/*$/, '')
    // The pages on compatibility name the old host, those on everything else the new one.
    const native = root.replace('//api.cohere.ai', '//api.cohere.com')
    return { chat: at(`${root}/compatibility/v1`), embedding: at(`${native}/v2`), list: at(`${native}/v1`) }
  }
  if (server === 'tei') {
    const root = baseUrl.replace(/\/v1\/*$/, '')
    return { chat: at(`${root}/v1`), embedding: at(root), list: at(root) }
  }
  if (server === 'ollama') {
    return { chat: at(baseUrl), embedding: at(baseUrl.replace(/\/v1\/*$/, '')), list: at(baseUrl) }
  }
  const target = at(baseUrl)
  return { chat: target, embedding: target, list: target }
}

function toTarget(entry: ProviderEntry, address: string): UpstreamTarget {
  const { origin, pathname } = new URL(address)
  return {
    origin,
    basePath: pathname.replace(/\/+$/, ''),
    policy: entry.from === 'console' ? 'guarded' : 'operator',
    headers: { ...commonHeaders, ...credentials(entry) },
  }
}

function credentials({ kind, apiKey }: ProviderEntry): Record<string, string> {
  if (kind === 'anthropic')
    return { 'anthropic-version': '2023-06-01', ...(apiKey !== null && { 'x-api-key': apiKey }) }
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
}
